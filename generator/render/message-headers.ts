import type { MessageContract, PlaceKey } from '../model/contract.js'
import { isObject, type Json, type JsonObject } from '../model/document.js'
import { type SchemaSource, schemaSource } from './types/schema-reader.js'
import { isReachable } from './types/type-names.js'

/** Headers that idemgen sets and reads itself. A spec may declare them; nobody passes them to `publish`. */
export function isOwnHeader(name: string): boolean {
  return ownHeaders.has(name) || name.startsWith('idemgen-')
}

const ownHeaders: ReadonlySet<string> = new Set(['businessKey', 'eventType', 'keyVersion', 'messageId', 'publishNonce'])

/** Whether nobody passes a header of this message to `publish`: idemgen's own, and those that other options stand for. */
function isTaken(name: string, message: Pick<MessageContract, 'correlationId' | 'replyTo'>): boolean {
  const options = [message.correlationId, message.replyTo].flatMap((location) => {
    return location?.in === 'header' ? location.path : []
  })
  return isOwnHeader(name) || options.includes(name)
}

/**
 * The schemas as they are for the type of a message's headers: without idemgen's own, in the headers themselves and
 * in what they include by reference. The same source where there are none. Comments are still found at their places.
 */
export function headersSource(
  place: PlaceKey,
  source: SchemaSource,
  message: Pick<MessageContract, 'correlationId' | 'replyTo'>,
): SchemaSource {
  const isOwn: IsOwn = (name) => isTaken(name, message)
  const changed = sharedLevel(place, source).filter((other) => {
    const namesOwn = sharedLevel(other, source).some((included) => namesOwnHeader(source.schemaAt(included), isOwn))
    // What contains itself cannot be written out without its name.
    return namesOwn && !isReachable(other, other, source.schemaAt)
  })
  if (changed.length === 0) return source
  const schemas = new Map(changed.map((other) => [other, withoutOwn(source.schemaAt(other), isOwn)]))
  return schemaSource({
    docs: source.docs,
    schemaAt: (other) => schemas.get(other) ?? source.schemaAt(other),
    nameAt: (other) => (schemas.has(other) ? undefined : source.nameAt(other)),
  })
}

/** The place and all that it includes on the same level, by `$ref`, `allOf` and the like. */
function sharedLevel(place: PlaceKey, source: SchemaSource): readonly PlaceKey[] {
  const seen = new Set<PlaceKey>()
  const open = [place]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...includedIn(source.schemaAt(next)))
  }
  return [...seen]
}

function includedIn(schema: Json): readonly PlaceKey[] {
  if (!isObject(schema)) return []
  return typeof schema.$ref === 'string' ? [schema.$ref] : parts(schema).flatMap(includedIn)
}

type IsOwn = (name: string) => boolean

function namesOwnHeader(schema: Json, isOwn: IsOwn): boolean {
  if (!isObject(schema) || typeof schema.$ref === 'string') return false
  const names = [...propertyNames(schema), ...requiredNames(schema)]
  return names.some(isOwn) || parts(schema).some((part) => namesOwnHeader(part, isOwn))
}

function withoutOwn(schema: Json, isOwn: IsOwn): Json {
  if (!isObject(schema) || typeof schema.$ref === 'string') return schema
  const changed = Object.entries(schema).map(([word, value]): readonly [string, Json] => {
    if (word === 'properties' && isObject(value)) {
      return [word, Object.fromEntries(Object.entries(value).filter(([name]) => !isOwn(name)))]
    }
    if (word === 'required') return [word, requiredNames(schema).filter((name) => !isOwn(name))]
    return [
      word,
      sameLevel.includes(word) && Array.isArray(value) ? value.map((part) => withoutOwn(part, isOwn)) : value,
    ]
  })
  return Object.fromEntries(changed)
}

const sameLevel = ['allOf', 'anyOf', 'oneOf']

function parts(schema: JsonObject): readonly Json[] {
  return sameLevel.flatMap((word): readonly Json[] => {
    const list = schema[word]
    return Array.isArray(list) ? list : []
  })
}

function propertyNames(schema: JsonObject): readonly string[] {
  return isObject(schema.properties) ? Object.keys(schema.properties) : []
}

function requiredNames(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name: Json) => typeof name === 'string') : []
}
