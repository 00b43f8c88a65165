import type { Delivery, SubscribeOptions, Subscription } from '../../templates/runtime/broker/broker-types.js'
import { queueState } from '../support/broker.js'
import { waitFor } from '../support/wait-for.js'
import { type BrokerFixture, openBrokerFixture } from './broker-fixture.js'

/** A broker connection with a queue of its own, and a record of what its subscriptions tell. */
export interface SubscriptionFixture extends BrokerFixture {
  readonly queue: string
  /** Everything that arrived, in its order. */
  readonly deliveries: Delivery[]
  /** Every state that was told, in its order. */
  readonly states: string[]
  /** Declares the queue. */
  declare(): Promise<void>
  /** Subscribes to the queue, with a prefetch of 10, and records what arrives. */
  subscribe(changes?: Partial<SubscribeOptions>): Promise<Subscription>
  /** Sends to the queue, past the broker connection that is tested. */
  publish(...texts: readonly string[]): Promise<void>
  /** Waits until so many deliveries have arrived. */
  arrived(count: number): Promise<void>
  /** The bodies of the deliveries. */
  texts(): readonly string[]
  /** How many messages lie in the queue without a consumer; undefined when there is no queue. */
  waiting(): Promise<number | undefined>
  /** How many consumers the queue has; undefined when there is no queue. */
  consumers(): Promise<number | undefined>
}

export async function openSubscriptionFixture(): Promise<SubscriptionFixture> {
  const fixture = await openBrokerFixture()
  const queue = fixture.names.name('source')
  const deliveries: Delivery[] = []
  const states: string[] = []
  const state = () => queueState(fixture.raw, queue)
  const declare = () => fixture.links.withChannel(async (channel) => void (await channel.assertQueue(queue, quorum)))
  return {
    ...fixture,
    queue,
    deliveries,
    states,
    declare,
    subscribe: (changes = {}) =>
      fixture.links.subscribe({
        queue,
        prefetch: 10,
        declare,
        onDelivery: (delivery) => void deliveries.push(delivery),
        onState: (told) => void states.push(told),
        ...changes,
      }),
    async publish(...texts) {
      for (const text of texts) fixture.raw.channel.sendToQueue(queue, Buffer.from(text))
      await fixture.raw.channel.waitForConfirms()
    },
    arrived: async (count) =>
      void (await waitFor(() => deliveries.length >= count, { what: `${count} deliveries, not ${deliveries.length}` })),
    texts: () => deliveries.map(({ message }) => message.content.toString()),
    waiting: async () => (await state())?.ready,
    consumers: async () => (await state())?.consumers,
  }
}

const quorum = { arguments: { 'x-queue-type': 'quorum' } }
