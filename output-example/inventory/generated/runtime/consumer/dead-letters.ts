// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Delivery } from '../broker/broker-types.js'
import { readCopyContext } from '../message/copy-context.js'
import { createDecoder } from '../message/decode.js'
import { ownHeader, textHeader } from '../message/header-values.js'
import type { Arrival } from './item.js'
import type { QueueContext } from './queue-context.js'
import { parkAndAcknowledge } from './settle.js'

/** Takes what the broker itself put aside (a delivery limit, a length limit, an expiration) and parks it. */
export interface DeadLetterIntake {
  add(delivery: Delivery): void
  idle(): Promise<void>
}

export function createDeadLetterIntake<Tx>(context: QueueContext<Tx>): DeadLetterIntake {
  const { queue, group, messages, validator } = context
  const decode = createDecoder({ group, queue, messages, validator })
  const pending = new Set<Promise<void>>()

  return {
    add(delivery) {
      const tracked = parkDead(delivery)
        .catch((error: unknown) => {
          context.log.error({ queue: queue.name, error }, 'a dead letter could not be parked; it stays in its queue')
        })
        .then(() => {
          pending.delete(tracked)
        })
      pending.add(tracked)
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }

  async function parkDead(delivery: Delivery): Promise<void> {
    const { message } = delivery
    const copy = readCopyContext(message, queue.name)
    const arrival: Arrival = { delivery, copy, attempted: false, isDead: true }
    const decoded = decode(message)
    const reason = deathReason(message.properties.headers?.['x-death'])
    const parked = { message, exchange: copy.exchange, routingKey: copy.routingKey, queue: queue.name }
    await parkAndAcknowledge(context, arrival, {
      failure: {
        class: 'delivery-limit',
        code: reason,
        message: `the broker dead-lettered the message: ${reason}`,
        runs: copy.run,
      },
      parked:
        decoded.kind === 'decoded'
          ? { ...parked, eventType: decoded.descriptor.eventType, item: { ...arrival, decoded } }
          : { ...parked, eventType: decoded.eventType },
    })
  }
}

/** Why the broker put the message aside, in its own word: `delivery_limit`, `expired`, `maxlen`, `rejected`. */
function deathReason(deaths: unknown): string {
  const newest: unknown = Array.isArray(deaths) ? deaths[0] : undefined
  return textHeader(ownHeader(newest, 'reason')) ?? 'dead-lettered'
}
