import type { Context } from '../build/context.js'
import type { MessageDraft } from '../build/messages/draft.js'
import { asNode, objectAt } from '../build/node.js'
import { nameWords } from '../model/words.js'

/** The name that tells that a message is about money or what is in stock; undefined where none does. */
export function moneyOrStock(
  context: Context,
  { message, contract, channel, payload }: MessageDraft,
): string | undefined {
  const schema = payload === undefined ? undefined : asNode(context.follow(payload))
  const properties = schema === undefined ? undefined : objectAt(context, schema, 'properties')
  const names = [
    contract.eventType,
    message.key,
    channel.address ?? channel.key,
    ...Object.keys(properties?.value ?? {}),
  ]
  return names.find((name) => nameWords(name).some((word) => telling.has(word)))
}

/** Whole words, in one number and the other. */
const telling: ReadonlySet<string> = new Set(
  `money amount amounts price prices payment payments paid pay payout payouts refund refunds refunded invoice invoices
  balance balances credit credits debit debits charge charges charged ledger wallet wallets salary fee fees cents
  transfer transfers withdrawal withdrawals deposit deposits stock stocks inventory quantity quantities coupon coupons
  voucher vouchers points reservation reservations`.split(/\s+/),
)
