import { textsAt } from '../../build/located-values.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const errorDefaultUnstated: Rule = {
  name: 'error-default-unstated',
  topic: 'errors',
  severity: 'info',
  strict: true,
  summary: 'errors are declared, and nothing says what every other exception counts as',
  why: `Most exceptions are of no declared class: a bug, a library's own error. By default they count as system errors and
are tried again, which is right for most groups, and worth deciding where a run is dear or has effects elsewhere.`,
  wrong: `errorClasses: { business: [CouponExhausted] }`,
  right: `errorClasses: { business: [CouponExhausted], default: system }`,
  check: ({ groups }) =>
    groups.flatMap(({ group, settings }) => {
      const declared = ['business', 'system'].flatMap((list) => textsAt(settings, 'errorClasses', list))
      const at = saidAt(settings, 'errorClasses')
      if (at === undefined || declared.length === 0 || saidAt(settings, 'errorClasses', 'default') !== undefined)
        return []
      return [
        {
          message: `nothing says what an exception counts as that group "${group}" does not declare: a system error, by default`,
          hint: 'add default: system, or default: business to park it at once',
          at,
        },
      ]
    }),
}
