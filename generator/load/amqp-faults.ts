import { isObject, type Json, type JsonObject } from '../model/document.js'
import { annotationLine, homemadeWord } from '../model/homemade-words.js'

export interface Explained {
  readonly message: string
  readonly hint: string
}

/** Whether the parser complains about what a channel's AMQP binding consists of; it does so in several lines each. */
export function isBindingShape(pointer: string, message: string): boolean {
  if (/\/amqp$/.test(pointer)) {
    return /must not be valid|exactly one schema|required property "(?:exchange|queue)"/.test(message)
  }
  return /\/amqp\/is$/.test(pointer) && /equal to constant/.test(message)
}

/** What is wrong with the parts of a channel's AMQP binding; undefined when they fit together. */
export function explainBindingShape(binding: Json | undefined): Explained | undefined {
  if (!isObject(binding)) return undefined
  const exchange = Object.hasOwn(binding, 'exchange')
  const queue = Object.hasOwn(binding, 'queue')
  if (exchange && queue) return bothExplained(binding)
  if (binding.is === 'queue' && !queue) {
    const hint = exchange ? 'write "is: routingKey", or "queue" in place of "exchange"' : 'add "queue: { name: … }"'
    return { message: '"is: queue" stands without "queue"', hint }
  }
  if (exchange || queue) {
    if (exchange || binding.is !== 'routingKey') return undefined
    const hint = 'write "is: queue", or "exchange" here and the queue in the x-idempotency of the channel'
    return { message: '"is: routingKey" stands without "exchange"', hint }
  }
  const hint = 'add "exchange: { name: …, type: topic }", or leave the binding out to use "amq.topic"'
  return { message: 'the binding has neither "exchange" nor "queue"', hint }
}

/** RabbitMQ users bind queues to exchanges and so write both; AsyncAPI 2.6 took it, AsyncAPI 3 does not. */
function bothExplained(binding: JsonObject): Explained {
  const queue = isObject(binding.queue) && typeof binding.queue.name === 'string' ? binding.queue.name : '…'
  return {
    message: '"exchange" and "queue" stand in one binding, which AsyncAPI 3 does not allow',
    hint: `keep "is: routingKey" and "exchange" here, and name the queue in the x-idempotency of the channel: "queue: ${queue}"`,
  }
}

/** What to do about a value in an AMQP binding that the parser refuses, where more can be said than the values it allows. */
export function bindingValueHint(pointer: string): string | undefined {
  if (/\/amqp\/exchange\/type$/.test(pointer)) {
    return 'for an exchange of a plug-in write "type: topic" here and "topology: { exchange: check }" in x-idempotency: it is then not declared, only looked for'
  }
  if (/\/amqp\/is$/.test(pointer)) return 'write "is: routingKey" with an "exchange", or "is: queue" with a "queue"'
  if (/\/amqp\/bindingVersion$/.test(pointer)) return 'leave "bindingVersion" out, or write the one that is allowed'
  return undefined
}

/** Keys that were improvised for what AsyncAPI has no place for, and where they belong here. */
export function improvisedKeyHint(pointer: string, value: Json = null): string | undefined {
  if (!/\/amqp(?:\/(?:queue|exchange))?\/[^/]+$/.test(pointer)) return undefined
  const key = pointer.slice(pointer.lastIndexOf('/') + 1)
  const word = homemadeWord(key, value)
  if (word !== undefined) return `write it as ${annotationLine(word.annotation)}`
  if (/retr|delay|redeliver|attempt/i.test(key)) return `write it as ${usualRetry}`
  if (/dead|dlx|dlq|parking/i.test(key))
    return 'idemgen makes the dead-letter queue of each group itself, and parks what fails: see "park" in x-idempotency'
  if (/prefetch|qos|concurrency/i.test(key)) return 'put "prefetch" and "concurrency" into x-idempotency'
  if (/routing|binding.?key|^bindTo$/i.test(key))
    return 'the address is the routing key; patterns go into x-idempotency: "bindTo: [{ routingKey: order.* }]"'
  return undefined
}

const usualRetry = annotationLine({ retry: { attempts: 8, delays: ['1s', '30s'] } })
