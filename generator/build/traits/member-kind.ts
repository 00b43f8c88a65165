import { holdsOf } from '../../model/schema-keywords.js'

/**
 * What a value is, which decides how a value that stands elsewhere is brought in: where AsyncAPI reads a `$ref`, by
 * reference, so that it keeps its identity and its place; elsewhere as a copy.
 *
 * - settings: of an extension. A `$ref` may stand anywhere in it.
 * - schema, schemas, schema-list: one JSON Schema, schemas by name, schemas in a list.
 * - object: of AsyncAPI, or a part of a binding.
 * - data: anything else, where a `$ref` would not be read.
 */
export type Kind = 'settings' | 'schema' | 'schemas' | 'schema-list' | 'object' | 'data'

/** The kind of a member of an operation or a message. */
export function memberKind(name: string): Kind {
  if (name.startsWith('x-')) return 'settings'
  if (name === 'headers' || name === 'payload') return 'schema'
  return name === 'bindings' || name === 'correlationId' || name === 'externalDocs' ? 'object' : 'data'
}

/** The kind of a member of a value. */
export function kindBelow(kind: Kind, name: string): Kind {
  if (kind === 'schemas' || kind === 'schema-list') return 'schema'
  return kind === 'schema' ? kindOfKeyword(name) : kind
}

function kindOfKeyword(keyword: string): Kind {
  // A schema in a format that it names: `{ schemaFormat, schema }`.
  if (keyword === 'schema') return 'schema'
  const holds = holdsOf(keyword)
  if (holds === 'map') return 'schemas'
  return holds === 'list' ? 'schema-list' : holds === undefined ? 'data' : 'schema'
}
