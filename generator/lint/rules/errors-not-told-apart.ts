import { textAt, textsAt } from '../../build/located-values.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const errorsNotToldApart: Rule = {
  name: 'errors-not-told-apart',
  topic: 'errors',
  severity: 'warning',
  summary: 'every exception counts as a business error, so that none is tried again',
  why: `With default: business an exception is parked at once unless its class is listed under system. With nothing listed
there, a service that is away for a second parks every message of that second, and a person has to send each again.`,
  wrong: `errorClasses: { business: [CouponExhausted], system: [], default: business }`,
  right: `errorClasses: { business: [CouponExhausted], system: [InventoryTimeout], default: business }`,
  check: ({ groups }) =>
    groups.flatMap(({ group, settings }) => {
      const at = saidAt(settings, 'errorClasses', 'default')
      const isAll = textAt(settings, 'errorClasses', 'default') === 'business'
      if (at === undefined || !isAll || textsAt(settings, 'errorClasses', 'system').length > 0) return []
      return [
        {
          message: `whatever a handler of group "${group}" throws counts as a business error, and is parked without another try`,
          hint: 'list what may pass under system: [InventoryTimeout], or write default: system',
          at,
        },
      ]
    }),
}
