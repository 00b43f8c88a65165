import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { mapSubschemas } from '../../generator/model/schema-keywords.js'
import { type SchemaSet, schemaSets } from './schema-set.js'

/** The files of an AsyncAPI document by their path; the root is `spec.json`. */
export type DocumentFiles = Readonly<Record<string, string>>

/**
 * A random document: schemas in two files that refer to each other in circles and into each other's parts, payloads
 * written out and by reference, of any JSON type, with keys from the payload and from headers.
 */
export const documentFiles: fc.Arbitrary<DocumentFiles> = fc
  .record({
    schemas: schemaSets({ exact: false }),
    external: fc.subarray(['A', 'B', 'C']),
    names: fc.constantFrom(['A', 'B', 'C'], ['order-line', '3d', 'Error'], ['a.b', 'A b', 'type']),
  })
  .map((drawn) => filesOf(drawn))

interface Drawn {
  readonly schemas: SchemaSet
  /** Those of A, B and C that stand in the second file. */
  readonly external: readonly string[]
  /** What A, B and C are called. */
  readonly names: readonly string[]
}

function filesOf(drawn: Drawn): DocumentFiles {
  const inRoot = ['A', 'B', 'C'].filter((letter) => !drawn.external.includes(letter))
  const refer = (file: File, letter: string) => ({ $ref: address(drawn, file, letter) })
  const spec = {
    asyncapi: '3.0.0',
    info: { title: 'Random', version: '1.0.0' },
    channels: {
      written: channel(
        'written',
        payload((letter) => refer('spec.json', letter)),
        ['id'],
      ),
      referred: channel('referred', refer('spec.json', 'A'), ['$message.header#/id']),
      optional: channel('optional', { oneOf: [refer('spec.json', 'B'), { type: 'null' }] }, ['$message.header#/id']),
      listed: channel('listed', { type: 'array', items: refer('spec.json', 'C') }, ['$message.header#/id']),
    },
    components: { schemas: schemasOf(drawn, 'spec.json', inRoot) },
  }
  const more = { schemas: schemasOf(drawn, 'shared/more.json', drawn.external) }
  return { 'spec.json': JSON.stringify(spec), 'shared/more.json': JSON.stringify(more) }
}

type File = 'spec.json' | 'shared/more.json'

function payload(refer: (letter: string) => Json): Json {
  const members = { id: { type: 'string' }, a: refer('A'), b: refer('B'), c: { type: 'array', items: refer('C') } }
  return { type: 'object', required: ['id'], properties: members }
}

function channel(address: string, payloadSchema: Json, businessKey: readonly string[]): Json {
  const headers = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
  return {
    address,
    messages: { Happened: { payload: payloadSchema, headers } },
    'x-idempotency': { businessKey, consumerGroup: 'readers', eventType: address.toUpperCase() },
    bindings: { amqp: { is: 'routingKey', exchange: { name: 'events', type: 'topic' } } },
  }
}

/** With the parts that are referred to where their references look for them. */
function schemasOf(drawn: Drawn, file: File, letters: readonly string[]): JsonObject {
  const entries = letters.map((letter) => {
    const own = named(drawn.schemas[`#/components/schemas/${letter}`] ?? true, drawn, file)
    const parts = Object.entries(drawn.schemas).filter(([place]) => place.startsWith(`#/components/schemas/${letter}/`))
    const definitions = Object.fromEntries(parts.map(([, part], i) => [`Part${i}`, named(part, drawn, file)]))
    return [nameOf(drawn, letter), parts.length === 0 ? own : { allOf: [own], definitions }] as const
  })
  return Object.fromEntries(entries)
}

/** References that do nothing but lead to each other are an error of the document. */
function named(schema: Json, drawn: Drawn, file: File): Json {
  const own = relocated(schema, drawn, file)
  return isObject(own) && own.$ref !== undefined ? { allOf: [own] } : own
}

function relocated(schema: Json, drawn: Drawn, file: File): Json {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') {
    const [letter = '', ...part] = schema.$ref.replace('#/components/schemas/', '').split('/')
    return { $ref: `${address(drawn, file, letter)}${part.length === 0 ? '' : '/definitions/Part0'}` }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => [
      word,
      mapSubschemas(word, value, (child) => relocated(child, drawn, file)),
    ]),
  )
}

/** A reference from a file to a schema. */
function address(drawn: Drawn, from: File, letter: string): string {
  const isExternal = drawn.external.includes(letter)
  const pointer = `#/${isExternal ? '' : 'components/'}schemas/${encodeURIComponent(nameOf(drawn, letter))}`
  if (isExternal) return from === 'spec.json' ? `./shared/more.json${pointer}` : pointer
  return from === 'spec.json' ? pointer : `../spec.json${pointer}`
}

function nameOf({ names }: Drawn, letter: string): string {
  return names['ABC'.indexOf(letter)] ?? letter
}
