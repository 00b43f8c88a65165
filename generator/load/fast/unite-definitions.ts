import { createHash } from 'node:crypto'
import { isList, isObject, type Json, type JsonObject } from '../../model/document.js'

/** The definitions of one schema by their `$id`, its own root among them. */
export type Definitions = ReadonlyMap<string, JsonObject>

/** A set of definitions in which equal ones, of whatever schema, are one. */
export interface UnitedDefinitions {
  readonly schemas: readonly JsonObject[]
  /** What each definition is called now: for each of the given sets, by its old `$id`. */
  readonly names: readonly ReadonlyMap<string, string>[]
}

/**
 * Merges the definitions of several schemas, most of which the versions of AsyncAPI have in common under names of
 * their own. Two are the same when they say the same, and so does all that they refer to; the compiled form is a third
 * of the size then.
 */
export function uniteDefinitions(sets: readonly Definitions[]): UnitedDefinitions {
  const plain = sets.map((set) => new Map([...set].map(([id, schema]) => [id, withoutTalk(schema)])))
  let names = plain.map((set) => new Map([...set.keys()].map((id) => [id, 'any'])))
  // Each round tells apart what refers to different things; when a round tells nothing more apart, the rest is equal.
  for (let known = 0, count = 1; count > known; ) {
    known = count
    names = plain.map((set, i) => new Map([...set].map(([id, schema]) => [id, nameOf(schema, names[i])])))
    count = new Set(names.flatMap((each) => [...each.values()])).size
  }
  const schemas = new Map<string, JsonObject>()
  plain.forEach((set, i) => {
    for (const [id, schema] of set) {
      const name = names[i]?.get(id) ?? id
      const renamed = withReferences(schema, names[i])
      schemas.set(name, isObject(renamed) ? { ...renamed, $id: name } : {})
    }
  })
  return { schemas: [...schemas.values()], names }
}

function nameOf(schema: JsonObject, names: ReadonlyMap<string, string> | undefined): string {
  const { $id, ...rest } = schema
  const hash = createHash('sha256').update(JSON.stringify(withReferences(rest, names)))
  return `schema:${hash.digest('hex').slice(0, 16)}`
}

/** References to other definitions under their names of this round; those inside a definition stay as they are. */
function withReferences(value: Json, names: ReadonlyMap<string, string> | undefined): Json {
  return mapValue(value, (member, key) => {
    if (key !== '$ref' || typeof member !== 'string') return member
    const [id = '', ...fragment] = member.split('#')
    const name = names?.get(id)
    return name === undefined ? member : [name, ...fragment].join('#')
  })
}

const talk = new Set(['description', 'examples', 'markdownDescription', 'title', '$comment', 'example', 'default'])

/** A schema without what validates nothing. Under `properties` the same words are names of properties. */
function withoutTalk(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).filter(([key]) => !talk.has(key))
  return Object.fromEntries(members.map(([key, value]) => [key, withoutTalkBelow(key, value)]))
}

function withoutTalkBelow(key: string, value: Json): Json {
  if (isList(value)) return value.map((item) => (isObject(item) && key !== 'enum' ? withoutTalk(item) : item))
  if (!isObject(value) || key === 'const') return value
  if (!/^(?:properties|patternProperties|definitions|dependencies)$/.test(key)) return withoutTalk(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isObject(inner) ? withoutTalk(inner) : inner]),
  )
}

function mapValue(value: Json, change: (member: Json, key: string) => Json): Json {
  if (isList(value)) return value.map((item) => mapValue(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapValue(change(member, key), change)]))
}
