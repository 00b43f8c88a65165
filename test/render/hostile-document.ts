import type { Json, JsonObject } from '../../generator/model/document.js'
import { joinPointer } from '../../generator/model/pointer.js'

/** A document that holds each of the texts wherever its author is free. */
export function hostileDocument(texts: readonly string[]): JsonObject {
  const parts = texts.map(hostileParts)
  const merged = (name: keyof ReturnType<typeof hostileParts>) => merge(parts.map((part) => part[name]))
  return {
    asyncapi: '3.0.0',
    info: { title: texts.join(''), version: texts.join(''), description: texts.join('\n') },
    channels: merged('channels'),
    operations: merged('operations'),
    components: {
      messages: merged('messages'),
      schemas: merged('schemas'),
      messageTraits: merged('traits'),
      parameters: merged('parameters'),
    },
  }
}

function hostileParts(text: string, i: number) {
  const key = `${text}${i}`
  const to = (...segments: readonly string[]) => ({ $ref: `#${inUri(joinPointer('', ...segments))}` })
  const prose = { title: text, description: text, summary: text }
  // In an address and in what is sent along it, braces would be parameters.
  const route = text.replace(/[{}]/g, '')
  const scalar: JsonObject = {
    ...prose,
    type: 'string',
    enum: [text, `${text}2`],
    default: text,
    examples: [text],
    pattern: text.replace(/[^a-z ]/g, '.'),
    format: text,
    [`x-${text}`]: text,
  }
  const schema: JsonObject = {
    ...prose,
    type: 'object',
    required: ['plain', key],
    properties: { plain: { type: 'string', description: text }, [key]: scalar, last: { const: { [key]: [text] } } },
    patternProperties: { [`^x${text.replace(/[^a-z ]/g, '.')}`]: { enum: [text, null, 1] } },
    propertyNames: { maxLength: 1_000 },
    examples: [{ [key]: text }],
    deprecated: true,
  }
  const message: JsonObject = {
    ...prose,
    name: key,
    payload: to('components', 'schemas', key),
    headers: {
      ...prose,
      type: 'object',
      required: [key],
      properties: { [key]: { ...prose, type: 'string', default: text } },
    },
    contentType: `application/json; note="${text}"`.replace(/[\p{Cc}\p{Surrogate}]/gu, ''),
    bindings: { amqp: { messageType: key } },
    examples: [{ name: text, summary: text, payload: { [key]: text } }],
    tags: [{ name: text, description: text }],
    externalDocs: { description: text, url: 'https://example.com' },
  }
  // The grammar wants names that a person can read in a log.
  const printable = key.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim()
  const [group, queue] = [`${printable} group`, `${printable} queue`]
  return {
    schemas: { [key]: schema },
    messages: { [key]: message },
    traits: { [key]: prose },
    parameters: { [`p${i}`]: { description: text, enum: [text], default: text, examples: [text] } },
    channels: {
      [key]: {
        ...prose,
        address: `${route}.{p${i}}`,
        parameters: { [`p${i}`]: to('components', 'parameters', `p${i}`) },
        messages: { [key]: to('components', 'messages', key) },
        bindings: { amqp: { is: 'routingKey', exchange: { name: `${key} exchange`, type: 'topic' } } },
        'x-idempotency': {
          eventType: key,
          businessKey: [`$message.payload#${joinPointer('', key)}`, `$message.header#${joinPointer('', key)}`],
          fingerprint: { ignore: [] },
          sensitive: [],
          consumers: { [group]: { queue, errorClasses: { business: [`Evil${i}`], system: [`Worse${i}`] } } },
        },
      },
    },
    operations: {
      [`send ${key}`]: {
        ...prose,
        action: 'send',
        channel: to('channels', key),
        bindings: { amqp: { cc: [route], bcc: [route], userId: text } },
      },
      [`receive ${key}`]: { ...prose, action: 'receive', channel: to('channels', key) },
    },
  } satisfies Record<string, JsonObject>
}

function merge(records: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(records.flatMap((record): [string, Json][] => Object.entries(record)))
}

/** As a URI has it, but for what no URI can hold. */
function inUri(pointer: string): string {
  return pointer.replace(/[^\p{Surrogate}/]/gu, (character) => encodeURIComponent(character))
}
