// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Delivery } from './broker-types.js'
import type { ChannelSession } from './channel-session.js'

/**
 * Binds a message to the channel that delivered it: on another channel its tag means another message.
 * `onSettled` is called when an ack or a hand-back has been written.
 */
export function createDelivery(
  session: ChannelSession<Channel>,
  message: ConsumeMessage,
  onSettled: () => void,
): Delivery {
  let isSettled = false
  return {
    message,
    ack: () => settle(() => session.channel.ack(message)),
    // nack, not reject: since RabbitMQ 4.3 a reject counts towards the delivery limit and a nack does not.
    handBack: () => settle(() => session.channel.nack(message, false, true)),
    get open() {
      return session.open && !isSettled
    },
  }

  function settle(write: () => void): boolean {
    if (isSettled || !session.open) return false
    isSettled = true
    try {
      write()
      onSettled()
      return true
    } catch {
      // The connection is on its way out: the broker delivers the message again, and its record makes that harmless.
      return false
    }
  }
}
