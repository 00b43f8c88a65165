import type { GroupDraft } from '../../build/groups/group-draft.js'
import { numberAt, textAt, textsAt } from '../../build/located-values.js'
import type { Rule } from '../rule.js'

export const errorsUndeclared: Rule = {
  name: 'errors-undeclared',
  topic: 'errors',
  severity: 'info',
  strict: true,
  summary: 'a group declares no errors of its own',
  why: `Some failures pass when the message is tried again, others never do: a coupon that is sold out stays sold out.
Without classes for them all failures look alike, and what nobody can help is tried again and again until its runs are
used up.`,
  wrong: `errorClasses: { business: [], system: [] }`,
  right: `errorClasses: { business: [CouponExhausted], system: [InventoryTimeout] }`,
  check: ({ groups }) =>
    groups.flatMap((group) => {
      const { settings, contributions } = group
      const declared = ['business', 'system'].flatMap((list) => textsAt(settings, 'errorClasses', list))
      // Where everything is parked at once, that is told instead.
      if (declared.length > 0 || textAt(settings, 'errorClasses', 'default') === 'business') return []
      return [
        {
          message: `group "${group.group}" declares no errors: whatever its handlers throw is tried again, ${mostRuns(group)} runs in all`,
          hint: 'add errorClasses: { business: [CouponExhausted] } for what trying again cannot help',
          at: contributions[0].from,
        },
      ]
    }),
}

function mostRuns({ queues }: GroupDraft): number {
  return Math.max(...queues.map(({ settings }) => numberAt(settings, 'retry', 'attempts') ?? 0))
}
