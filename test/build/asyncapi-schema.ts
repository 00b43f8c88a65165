import specs from '@asyncapi/specs'
import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { annotationSchema } from './annotation-schema.js'

/** The versions that idemgen reads. */
export const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0', '2.5.0', '2.6.0', '3.0.0', '3.1.0'] as const

/** The definitions of the official schemas on whose objects an annotation may stand, by the place that it is then. */
const places: Readonly<Record<string, string>> = {
  channel: 'channel',
  channelItem: 'channel',
  message: 'message',
  messageObject: 'message',
  messageTrait: 'message',
  operation: 'operation',
  operationTrait: 'operation',
}

/**
 * The schema that editors use for whole documents: AsyncAPI by its official schema for the version that the document
 * names, with the annotation wherever it may stand. In one file, so that an editor needs no network.
 */
export function asyncapiSchema(): JsonObject {
  const sets = versions.map((version) => [version, definitionsOf(version)] as const)
  const { definitions, ids } = united(new Map(sets.flatMap(([, set]) => [...set])))
  const root = (version: string) => ({ $ref: `#/definitions/${ids.get(key(version, 'asyncapi'))}` })
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment:
      'The schemas of AsyncAPI are from https://github.com/asyncapi/spec-json-schemas, under the Apache License 2.0.',
    title: 'AsyncAPI with x-idempotency',
    description: 'AsyncAPI 2.0 to 2.6, 3.0 and 3.1, by their official schemas, with the annotation of idemgen.',
    type: 'object',
    required: ['asyncapi'],
    properties: { asyncapi: { description: 'The version of AsyncAPI.', enum: versions } },
    allOf: versions.map((version) => ({
      if: { required: ['asyncapi'], properties: { asyncapi: { const: version } } },
      then: root(version),
    })),
    definitions: { ...annotationDefinitions(), ...definitions },
  }
}

/** As JSON, which is what they are. */
const official = specs.schemasWithoutId as unknown as Readonly<Record<string, Json>>

/** The definitions of the annotation under names of their own. */
function annotationDefinitions(): JsonObject {
  const { definitions } = objectOf(annotationSchema())
  const renamed = mapReferences(definitions ?? {}, (ref) =>
    ref.replace('#/definitions/', '#/definitions/x-idempotency-'),
  )
  return Object.fromEntries(
    Object.entries(objectOf(renamed)).map(([name, schema]) => [`x-idempotency-${name}`, schema]),
  )
}

/** The definitions of a version, its root as `asyncapi` among them, with the annotation in them. */
function definitionsOf(version: string): ReadonlyMap<string, JsonObject> {
  const { definitions, ...root } = objectOf(official[version])
  const named = { ...objectOf(definitions), asyncapi: root }
  return new Map(
    Object.entries(named).map(([name, schema]) => {
      const own = mapReferences(withoutExamples(schema), (ref) => inVersion(version, ref))
      return [key(version, name), annotated(objectOf(own), name === 'asyncapi' ? 'root' : places[name])]
    }),
  )
}

function key(version: string, name: string): string {
  return `${version}-${name}`
}

/** A definition with the annotation beside the extensions that its objects may have. */
function annotated(schema: JsonObject, place: string | undefined): JsonObject {
  if (place === undefined) return schema
  const alternatives = Object.entries(schema).flatMap(([word, value]) =>
    /^(?:oneOf|anyOf|allOf)$/.test(word) && isList(value)
      ? [[word, value.map((item) => (isObject(item) ? annotated(item, place) : item))] as const]
      : [],
  )
  const { properties, patternProperties } = schema
  const isExtensible = isObject(properties) && isObject(patternProperties)
  const own = { 'x-idempotency': { $ref: `#/definitions/x-idempotency-${place}` } }
  return {
    ...schema,
    ...Object.fromEntries(alternatives),
    ...(isExtensible ? { properties: { ...properties, ...own } } : {}),
  }
}

/**
 * The definitions of all versions, which have most of them in common, each once. Two are the same when they say the
 * same, and so does all that they refer to. `ids` has what each is called now: as in the first version that has it.
 */
function united(all: ReadonlyMap<string, JsonObject>) {
  let kinds = new Map([...all.keys()].map((id) => [id, '']))
  // Each round tells apart what refers to different things; when a round tells nothing more apart, the rest is equal.
  for (let known = 0, count = 1; count > known; ) {
    known = count
    const before = kinds
    const kindOf = (schema: Json) => JSON.stringify(withNames(schema, before))
    const numbers = new Map([...new Set([...all.values()].map(kindOf))].map((kind, i) => [kind, String(i)]))
    kinds = new Map([...all].map(([id, schema]) => [id, numbers.get(kindOf(schema)) ?? '']))
    count = numbers.size
  }
  const firsts = new Map([...kinds].toReversed().map(([id, kind]) => [kind, id]))
  const ids = new Map([...kinds].map(([id, kind]) => [id, firsts.get(kind) ?? id]))
  const kept = [...all].filter(([id]) => ids.get(id) === id)
  return { ids, definitions: Object.fromEntries(kept.map(([id, schema]) => [id, withNames(schema, ids)])) }
}

function withNames(schema: Json, names: ReadonlyMap<string, string>): Json {
  return mapReferences(schema, (ref) => {
    const [, , id = '', ...rest] = ref.split('/')
    const name = names.get(id)
    return name === undefined ? ref : ['#', 'definitions', name, ...rest].join('/')
  })
}

/** `#/definitions/tag/…` as it is called among those of other versions. */
function inVersion(version: string, ref: string): string {
  const [hash, definitions, name = '', ...rest] = ref.split('/')
  if (hash !== '#' || definitions !== 'definitions') throw new Error(`${version} refers to ${ref}`)
  return [hash, definitions, key(version, name), ...rest].join('/')
}

function mapReferences(value: Json, change: (ref: string) => string): Json {
  if (isList(value)) return value.map((item) => mapReferences(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries<Json>(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? change(member) : mapReferences(member, change),
    ]),
  )
}

/** Half of the official text are examples, which no editor shows. A property may be called the same, and is no list. */
function withoutExamples(value: Json): Json {
  if (isList(value)) return value.map(withoutExamples)
  if (!isObject(value)) return value
  const kept = Object.entries<Json>(value).filter(([name, member]) => name !== 'examples' || !isList(member))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutExamples(member)]))
}

function objectOf(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error('no object')
  return value
}
