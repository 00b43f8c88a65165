// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { ConsumeMessage } from 'amqplib'
import { InvalidMessageError } from '../errors.js'
import { businessKey } from '../key.js'
import type { GroupDescriptor, MessageDescriptor, MessageDescriptors, QueueDescriptor } from '../types.js'
import { readBody } from './body.js'
import { readCopyContext } from './copy-context.js'
import { dispatch } from './dispatch.js'
import { requireAllowed } from './fill-parameters.js'
import { fingerprint } from './fingerprint.js'
import { messageHeaders } from './header-names.js'
import { ownHeader, textHeader } from './header-values.js'
import { ownHeaders } from './own-headers.js'
import { createParameterReader, type Parameters } from './parameters.js'
import { type ReplyProperties, readReplyProperties, withReplyHeaders } from './reply-properties.js'
import type { Validator } from './validator.js'

/** A delivery that fits its contract. */
export interface Decoded {
  readonly kind: 'decoded'
  /** Key in the message descriptors. */
  readonly name: string
  readonly descriptor: MessageDescriptor
  readonly payload: unknown
  /** The application's own. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly parameters: Parameters
  readonly businessKey: string
  /** The key under every version that is claimed, each string once. */
  readonly keys: readonly string[]
  readonly keyVersion: number
  readonly fingerprint: Buffer
  readonly fingerprintVersion: string
  readonly messageId: string | undefined
  readonly replies: ReplyProperties
  /** How the header `businessKey` compares with the key computed here. */
  readonly keyHeader: 'same' | 'absent' | 'differs'
}

/** A delivery that never will. */
export interface Poison {
  readonly kind: 'poison'
  /** For machines: `body-not-json`, `payload-invalid`, `key-field-missing` … */
  readonly code: string
  /** For people; quotes nothing of the payload. */
  readonly message: string
  readonly eventType?: string
  readonly messageId?: string
}

export interface DecoderOptions {
  readonly group: GroupDescriptor
  readonly queue: QueueDescriptor
  readonly messages: MessageDescriptors
  readonly validator: Validator
}

/**
 * A decoder for the deliveries of one queue, dead-lettered ones included. It never throws, whatever arrives: an
 * exception here would leave the delivery unsettled, to kill the next process as well.
 */
export function createDecoder(options: DecoderOptions): (message: ConsumeMessage) => Decoded | Poison {
  const candidates = options.queue.messages.map((name) => prepare(name, options))
  const usualEncoding = commonEncoding(candidates)
  return (message) => {
    // Known as far as decoding comes; a row about a poison message is easier to understand with it.
    const labels: Labels = { messageId: textHeader(message.properties.messageId), eventType: undefined }
    try {
      return decode(
        { message, candidates, usualEncoding, queue: options.queue.name, validator: options.validator },
        labels,
      )
    } catch (error) {
      return poison(error, labels)
    }
  }
}

interface Candidate {
  readonly name: string
  readonly descriptor: MessageDescriptor
  readonly declaredHeaders: ReadonlySet<string>
  readonly readParameters: (routingKey: string) => Parameters | undefined
}

function prepare(name: string, { group, messages, validator }: DecoderOptions): Candidate {
  const descriptor = messages[name]
  if (descriptor === undefined) throw new Error(`the group ${group.group} receives ${name}, which is not described`)
  return {
    name,
    descriptor,
    declaredHeaders: validator.declared(descriptor.headers),
    readParameters: createParameterReader(descriptor.addresses),
  }
}

/** Without the property, the encoding that the spec gives to every message of the queue. */
function commonEncoding(candidates: readonly Candidate[]): string | undefined {
  const encodings = new Set(candidates.map(({ descriptor }) => descriptor.contentEncoding))
  return encodings.size === 1 ? [...encodings][0] : undefined
}

interface Labels {
  messageId: string | undefined
  eventType: string | undefined
}

interface Decoding {
  readonly message: ConsumeMessage
  readonly candidates: readonly Candidate[]
  readonly usualEncoding: string | undefined
  readonly queue: string
  readonly validator: Validator
}

function decode({ message, candidates, usualEncoding, queue, validator }: Decoding, labels: Labels): Decoded {
  const { contentType, contentEncoding, type, headers: rawHeaders } = message.properties
  const header = textHeader(ownHeader(rawHeaders, messageHeaders.eventType))
  const property = textHeader(type)
  labels.eventType = header ?? property

  const payload = readBody({ content: message.content, contentType, contentEncoding, usualEncoding })
  const candidate = dispatch(candidates, { header, property, payload })
  const { name, descriptor } = candidate
  labels.eventType = descriptor.eventType
  // First of all that walk the payload: it refuses one that is nested too deeply for any of them.
  const print = fingerprint(payload, descriptor.fingerprint.ignore)
  requireFit(validator.check(descriptor.payload, payload), 'payload')
  const replies = readReplyProperties(descriptor, { payload, headers: rawHeaders }, message.properties)
  const headers = withReplyHeaders(
    ownHeaders(rawHeaders, candidate.declaredHeaders),
    replies,
    candidate.declaredHeaders,
  )
  requireFit(validator.check(descriptor.headers, headers), 'headers')

  const parameters = parametersOf(candidate, readCopyContext(message, queue).routingKey)
  const key = businessKey(descriptor, { payload, headers: rawHeaders ?? {}, parameters })
  return {
    kind: 'decoded',
    name,
    descriptor,
    payload,
    headers,
    parameters,
    businessKey: key,
    keys: [key],
    keyVersion: descriptor.keyVersion,
    fingerprint: print,
    fingerprintVersion: descriptor.fingerprint.version,
    messageId: labels.messageId,
    replies,
    keyHeader: compareKey(textHeader(ownHeader(rawHeaders, messageHeaders.businessKey)), key),
  }
}

function requireFit(fault: string | undefined, part: 'payload' | 'headers'): void {
  if (fault === undefined) return
  const verb = part === 'payload' ? 'does' : 'do'
  throw new InvalidMessageError(`${part}-invalid`, `the ${part} ${verb} not fit the schema: ${fault}`)
}

function parametersOf({ descriptor, readParameters }: Candidate, routingKey: string): Parameters {
  if (descriptor.parameters.length === 0) return {}
  const parameters = readParameters(routingKey)
  if (parameters !== undefined) {
    for (const [name, text] of Object.entries(parameters)) {
      requireAllowed(name, text, own(descriptor.parameterSettings, name)?.values)
    }
    return parameters
  }
  throw new InvalidMessageError(
    'routing-key-unexpected',
    `the routing key ${JSON.stringify(routingKey)} does not fit ${descriptor.addresses.join(' or ')}`,
  )
}

/** A parameter may be called like a member that every object has. */
function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}

function compareKey(header: string | undefined, key: string): Decoded['keyHeader'] {
  if (header === undefined) return 'absent'
  return header === key ? 'same' : 'differs'
}

function poison(error: unknown, { messageId, eventType }: Labels): Poison {
  const fault =
    error instanceof InvalidMessageError
      ? { code: error.code, message: error.message }
      : { code: 'undecodable', message: `the message could not be decoded: ${String(error)}` }
  return {
    kind: 'poison',
    ...fault,
    ...(eventType === undefined ? {} : { eventType }),
    ...(messageId === undefined ? {} : { messageId }),
  }
}
