import type { MessageContract } from '../../model/contract.js'
import type { Context } from '../context.js'
import { canHave, constFields } from '../schema/const-fields.js'
import type { MessageDraft } from './draft.js'

/** A message with the others that can arrive on the same queues. */
export interface Companions {
  readonly draft: MessageDraft
  readonly others: readonly MessageDraft[]
}

/**
 * How deliveries that carry no event type are told apart on the queues of a message: by what its AMQP binding calls it,
 * and by a member of the payload that no other message can have with this value. Nothing where it is alone.
 */
export function matchOf(context: Context, { draft, others }: Companions): MessageContract['match'] {
  const { messageType } = draft.contract
  const isOwn = !others.some(({ contract }) => contract.messageType === messageType)
  const field = others.length === 0 || draft.payload === undefined ? undefined : ownConst(context, { draft, others })
  return {
    ...(messageType !== undefined && isOwn ? { messageType } : {}),
    ...(field === undefined ? {} : { const: field }),
  }
}

/** A name that one message has as its event type and another as its messageType says nothing about a delivery. */
export function reportAmbiguity(context: Context, queue: string, drafts: readonly MessageDraft[]): void {
  for (const draft of drafts) {
    const { messageType, eventType } = draft.contract
    const other = drafts.find(({ contract }) => contract.eventType === messageType && contract.eventType !== eventType)
    if (other === undefined) continue
    context.report({
      rule: 'dispatch-ambiguous',
      message: `on the queue "${queue}", the type "${messageType}" means "${other.message.key}" by its event type and "${draft.message.key}" by the messageType of its AMQP binding`,
      hint: 'give one of them another name',
      at: draft.message.node.place,
    })
  }
}

function ownConst(context: Context, { draft, others }: Companions): MessageContract['match']['const'] {
  if (draft.payload === undefined) return undefined
  return constFields(context, draft.payload).find((field) => {
    return others.every((other) => !canHave(context, other.payload, field))
  })
}
