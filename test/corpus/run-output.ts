import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { ConsumeMessage } from 'amqplib'
import type { Contract } from '../../generator/model/contract.js'
import { emittedNames } from '../../generator/render/emitted-names.js'
import type { OutgoingMessage } from '../../templates/runtime/broker/broker-types.js'
import type { Decoded, Poison } from '../../templates/runtime/message/decode.js'
import type { GroupWiring } from '../../templates/runtime/start-group.js'
import type { MessageDescriptors, QueueDescriptor } from '../../templates/runtime/types.js'
import { delivery } from '../runtime/sample-deliveries.js'
import type { Generated } from './judge.js'
import { publishOptions } from './publish-options.js'
import { routes } from './routes.js'
import { type MessageSample, sampleMessage } from './sample-message.js'

type Decode = typeof import('../../templates/runtime/message/decode.js')
type Validate = typeof import('../../templates/runtime/message/validator.js')
type Exports = Readonly<Record<string, unknown>>

export interface Ran {
  /** What does not mean what the document says. */
  readonly complaints: readonly string[]
  readonly samples: ReadonlyMap<string, MessageSample>
  readonly published: number
  readonly dispatched: number
}

interface Run {
  readonly generated: Generated
  readonly index: Exports
  readonly validator: ReturnType<Validate['createValidator']>
  readonly decode: Decode
  readonly complain: (text: string) => void
}

/**
 * Loads an output, publishes a valid sample of every message and lets every group that should have it decode it, without
 * a broker: what is sent goes straight to the decoder of the queues that the broker would route it to.
 */
export async function runOutput(generated: Generated, folder: string): Promise<Ran> {
  const load = async (path: string): Promise<Exports> => import(pathToFileURL(join(folder, path)).href)
  const index = await load('index.js')
  const { schemas } = (await load('schemas.js')) as { readonly schemas: Readonly<Record<string, unknown>> }
  // True: the modules are compiled from these very files.
  const decode = (await load('runtime/message/decode.js')) as unknown as Decode
  const { createValidator } = (await load('runtime/message/validator.js')) as unknown as Validate
  const complaints: string[] = []
  const run: Run = {
    generated,
    index,
    decode,
    validator: createValidator(schemas),
    complain: (text) => complaints.push(text),
  }
  const { messages } = (await load('contract.js')) as { readonly messages: MessageDescriptors }
  const samples = new Map<string, MessageSample>()
  for (const name of Object.keys(generated.contract.messages)) {
    const descriptor = messages[name]
    const { validator } = run
    const sample =
      descriptor === undefined ? 'is not emitted' : sampleMessage(generated, name, { validator, descriptor })
    if (typeof sample === 'string') run.complain(`${name}: ${sample}`)
    else samples.set(name, sample)
  }
  const sent = await publishAll(run, samples)
  const dispatched = await consumeAll(run, samples, sent)
  return { complaints, samples, published: [...sent.values()].flat().length, dispatched }
}

type Publish = (payload: unknown, options: object) => Promise<{ readonly businessKey: string }>

/** Every message through each of its channels. */
async function publishAll(
  run: Run,
  samples: ReadonlyMap<string, MessageSample>,
): Promise<ReadonlyMap<string, readonly OutgoingMessage[]>> {
  const { generated, index, complain } = run
  const broker: { sent: OutgoingMessage[] } = { sent: [] }
  const create = index.createPublishers as
    | ((options: object) => Promise<Readonly<Record<string, { publish: Publish }>>>)
    | undefined
  const publishers = (await create?.({ broker })) ?? {}
  const sent = new Map<string, readonly OutgoingMessage[]>()
  for (const [name, publisher] of Object.entries(generated.contract.publishers)) {
    const { message, channels } = publisher
    const sample = samples.get(message)
    if (sample === undefined) continue
    const { payload } = sample
    const hasKey = (generated.contract.messages[message]?.key.length ?? 0) > 0
    broker.sent = []
    for (const channel of Object.keys(channels)) {
      const options = publishOptions(sample, publisher, channel)
      const key = hasKey ? keyOf(run, message, sample) : undefined
      const published = await publishers[name]?.publish(payload, options).catch((error: unknown) => {
        complain(`${name} refuses a valid message: ${String(error)}`)
      })
      if (published !== undefined && published !== null && published.businessKey !== key) {
        complain(`${name} publishes the key ${published.businessKey}, and its function gives ${key}`)
      }
    }
    sent.set(message, broker.sent)
  }
  return sent
}

function keyOf({ generated, index, complain }: Run, message: string, sample: MessageSample): string | undefined {
  const { messages } = emittedNames(generated.contract)
  const keyFunction = index[messages.get(message)?.keyFunction ?? ''] as ((...given: unknown[]) => string) | undefined
  if (keyFunction === undefined) complain(`there is no function for the key of ${message}`)
  try {
    return keyFunction?.(sample.payload, { headers: sample.headers, parameters: sample.parameters })
  } catch (error) {
    complain(`a valid ${message} has no key: ${String(error)}`)
    return undefined
  }
}

/** Every group with every message that it is to handle. */
async function consumeAll(
  run: Run,
  samples: ReadonlyMap<string, MessageSample>,
  sent: ReadonlyMap<string, readonly OutgoingMessage[]>,
): Promise<number> {
  const { generated, index, complain } = run
  const { contract } = generated
  const { groups } = emittedNames(contract)
  let dispatched = 0
  for (const [name, group] of Object.entries(contract.groups)) {
    const start = index[groups.get(name)?.start ?? ''] as
      | ((options: object) => Promise<{ wiring: GroupWiring }>)
      | undefined
    const wiring = (await start?.({}))?.wiring
    if (wiring === undefined) complain(`there is no function that starts ${group.group}`)
    else if (wiring.group.group !== group.group) complain(`the start of ${group.group} starts ${wiring.group.group}`)
    else dispatched += consume(run, wiring, { samples, sent })
  }
  return dispatched
}

function consume(
  run: Run,
  wiring: GroupWiring,
  {
    samples,
    sent,
  }: {
    readonly samples: ReadonlyMap<string, MessageSample>
    readonly sent: ReadonlyMap<string, readonly OutgoingMessage[]>
  },
): number {
  const { generated, validator, decode, complain } = run
  const { group, exchanges } = wiring
  // True: each emitted record of messages is one of these.
  const messages = wiring.messages as MessageDescriptors
  let dispatched = 0
  for (const queue of group.queues) {
    const decoder = decode.createDecoder({ group, queue, messages, validator })
    for (const name of queue.messages) {
      const sample = samples.get(name)
      if (sample === undefined) continue
      const arriving = sent.get(name) ?? []
      const foreign = foreignDeliveries(generated.contract, name, queue, sample)
      const routed = [...arriving.map(asDelivery), ...foreign].filter(({ fields }) => {
        return routes({ ...fields, headers: sample.headers }, queue, exchanges)
      })
      if (routed.length === 0) complain(`nothing that is ${name} would reach ${queue.name}`)
      for (const message of routed) {
        const fault = misread(decoder(message), { name, sample, key: keyOf(run, name, sample) })
        if (fault !== undefined) complain(`${group.group} reads ${name} from ${queue.name} wrongly: ${fault}`)
        else if (wiring.methods[name] === `on${name}`) dispatched += 1
        else complain(`${group.group} gives ${name} to ${String(wiring.methods[name])}`)
      }
    }
  }
  return dispatched
}

/** The same message from a publisher that only knows its name, by every way into the queue. */
function foreignDeliveries(
  contract: Contract,
  name: string,
  queue: QueueDescriptor,
  sample: MessageSample,
): readonly ConsumeMessage[] {
  const message = contract.messages[name]
  const properties = { type: message?.eventType }
  const { payload, headers, parameters } = sample
  const text = Buffer.from(JSON.stringify(payload))
  const body = message?.contentEncoding === 'gzip' ? gzipSync(text) : text
  const deliver = (exchange: string, routingKey: string) => {
    return delivery({ body, headers, properties, routingKey, exchange })
  }
  if (queue.bindings.length === 0) return [deliver('', queue.name)]
  return queue.bindings.flatMap(({ exchange }) => {
    return (message?.addresses ?? []).map((address) => {
      return deliver(
        exchange,
        address.replace(/\{([^{}]*)\}/g, (_, parameter: string) => parameters[parameter] ?? ''),
      )
    })
  })
}

function asDelivery({ exchange, routingKey, content, properties }: OutgoingMessage): ConsumeMessage {
  const { headers = {}, ...others } = properties
  return delivery({ body: content, headers: headers as Exports, properties: others, routingKey, exchange })
}

function misread(
  decoded: Decoded | Poison,
  expected: { readonly name: string; readonly sample: MessageSample; readonly key: string | undefined },
): string | undefined {
  if (decoded.kind === 'poison') return `${decoded.code}: ${decoded.message}`
  const { name, sample, key } = expected
  if (decoded.name !== name) return `as ${decoded.name}`
  if (decoded.businessKey !== key) return `with the key ${decoded.businessKey}, not ${String(key)}`
  if (!isDeepStrictEqual(decoded.payload, sample.payload)) return 'with another payload'
  if (!isDeepStrictEqual(decoded.parameters, parametersOf(decoded, sample)))
    return `with the parameters ${JSON.stringify(decoded.parameters)}`
  return undefined
}

/** Those of the address by which it came; one that every address has is never absent. */
function parametersOf({ parameters, descriptor }: Decoded, sample: MessageSample): MessageSample['parameters'] {
  const everywhere = descriptor.parameters.filter((name) => {
    return descriptor.addresses.every((address) => address.includes(`{${name}}`))
  })
  const names = [...new Set([...everywhere, ...Object.keys(parameters)])]
  return Object.fromEntries(names.map((name) => [name, sample.parameters[name] ?? '']))
}
