import type { Design } from '../../build/design.js'
import type { GroupDraft } from '../../build/groups/group-draft.js'
import { durationAt, textAt, textsAt } from '../../build/located-values.js'
import { durationText } from '../../model/duration.js'
import type { Fault, Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

/** A long weekend: before that nobody may have looked. */
const leastParkedMs = 3 * 86_400_000

export const businessErrorNotKept: Rule = {
  name: 'business-error-not-kept',
  topic: 'errors',
  severity: 'warning',
  summary: 'a parked message is gone, or of no use, before a person can look at it',
  why: `A business error is not tried again: its message is parked with the reason, and waits for a person. Forgotten after
an hour, nobody ever learns that the event was not processed; kept without its body, it cannot be sent again. What may
not be kept is what sensitive is for.`,
  wrong: `{ errorClasses: { business: [CouponExhausted] }, retention: { processed: 14d, parked: 1h } }`,
  right: `{ errorClasses: { business: [CouponExhausted] }, retention: { processed: 14d, parked: 90d } }`,
  check: (design) => design.groups.flatMap((group) => [...forgotten(group), ...withoutBody(design, group)]),
}

function forgotten({ settings }: GroupDraft): readonly Fault[] {
  const parkedMs = durationAt(settings, 'retention', 'parked') ?? leastParkedMs
  const at = saidAt(settings, 'retention', 'parked')
  if (at === undefined || parkedMs >= leastParkedMs) return []
  return [
    {
      message: `a parked message is forgotten after ${durationText(parkedMs)}, before anybody may have looked at it`,
      hint: 'set retention.parked to 14d or more, or leave it out: 90d',
      at,
    },
  ]
}

function withoutBody({ messages }: Design, { settings, contributions }: GroupDraft): readonly Fault[] {
  const at = saidAt(settings, 'failureBody')
  const isNone = textAt(settings, 'failureBody') === 'none'
  if (at === undefined || !isNone || textsAt(settings, 'errorClasses', 'business').length === 0) return []
  const isOwn = new Set(contributions.flatMap((one) => one.messages))
  if (messages.some(({ message, contract }) => isOwn.has(message) && contract.sensitive.length > 0)) return []
  return [
    {
      message: 'a parked message is kept without its body, and nothing in it is sensitive',
      hint: 'remove failureBody, so that it can be sent again as it was; or say which fields are sensitive',
      at,
    },
  ]
}
