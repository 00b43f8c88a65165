import type { ConsumeMessage } from 'amqplib'
import { createDecoder, type Decoded, type Poison } from '../../templates/runtime/message/decode.js'
import { createValidator } from '../../templates/runtime/message/validator.js'
import type { MessageDescriptors } from '../../templates/runtime/types.js'
import { sampleGroup, sampleQueue } from './sample-descriptors.js'

export interface SampleDelivery {
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, unknown>>
  readonly properties?: Readonly<Record<string, unknown>>
  readonly routingKey?: string
  readonly exchange?: string
}

/** A message as amqplib gives it to a consumer. */
export function delivery({
  body = '{"orderId":"o-17"}',
  headers = {},
  properties = {},
  ...from
}: SampleDelivery): ConsumeMessage {
  return {
    content: Buffer.from(body),
    fields: {
      deliveryTag: 1,
      redelivered: false,
      exchange: from.exchange ?? 'order.event.exchange',
      routingKey: from.routingKey ?? 'order.paid',
      consumerTag: 'tag',
    },
    // amqplib gives every property, most of them undefined.
    properties: {
      contentType: undefined,
      contentEncoding: undefined,
      deliveryMode: undefined,
      priority: undefined,
      correlationId: undefined,
      replyTo: undefined,
      expiration: undefined,
      messageId: undefined,
      timestamp: undefined,
      type: undefined,
      userId: undefined,
      appId: undefined,
      clusterId: undefined,
      headers,
      ...properties,
    },
  }
}

/** Decodes deliveries of a queue on which all of these messages arrive. */
export function decoderFor(
  messages: MessageDescriptors,
  schemas: Readonly<Record<string, unknown>> = {},
): (sample: SampleDelivery) => Decoded | Poison {
  const queue = sampleQueue(Object.keys(messages))
  const decode = createDecoder({ group: sampleGroup(queue), queue, messages, validator: createValidator(schemas) })
  return (sample) => decode(delivery(sample))
}

/** What became of a delivery: poison shows its code, the rest its key. */
export function keyOrCode(decode: (sample: SampleDelivery) => Decoded | Poison, sample: SampleDelivery): string {
  const result = decode(sample)
  return result.kind === 'decoded' ? result.businessKey : result.code
}
