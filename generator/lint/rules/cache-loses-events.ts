import { flagAt, textAt } from '../../build/located-values.js'
import { moneyOrStock } from '../money-or-stock.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const cacheLosesEvents: Rule = {
  name: 'cache-loses-events',
  topic: 'acks',
  severity: 'error',
  summary: 'keys are kept in a cache, where they may be lost, of what may not happen twice',
  why: `The cache and the database do not commit together: a crash between them leaves a key without its effect, and the
event is lost, or an effect without its key, and it happens twice. That is fine for a view that is refreshed anyway, once
somebody has said so with acceptLoss. It is not for money, and not for what is in stock.`,
  wrong: `strategy: { kind: cache, acceptLoss: true }`,
  right: `strategy: transaction`,
  check: ({ groups, messages, context }) =>
    groups.flatMap(({ settings, contributions }) => {
      const at = saidAt(settings, 'strategy')
      if (at === undefined || textAt(settings, 'strategy', 'kind') !== 'cache') return []
      const hint = 'write strategy: transaction: the key and the effect are committed together, or not at all'
      if (flagAt(settings, 'strategy', 'acceptLoss') !== true) {
        return [{ message: 'a cache may lose keys, and nothing says acceptLoss: true', hint, at }]
      }
      const own = new Set(contributions.flatMap((one) => one.messages))
      const found = messages
        .filter(({ message }) => own.has(message))
        .flatMap((one) => moneyOrStock(context, one) ?? [])
      const [first] = found
      if (first === undefined) return []
      return [{ message: `a cache may lose keys, and "${first}" is about what may not happen twice`, hint, at }]
    }),
}
