// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
type Schema = Readonly<Record<string, unknown>>

/** Keywords whose schemas describe the same value. */
const sameValueLists = ['allOf', 'anyOf', 'oneOf'] as const
const sameValue = ['if', 'then', 'else'] as const

/** The names under `properties` of the schema at `pointer`, of what it refers to and of what it is composed of. */
export function declaredMembers(schemas: Schema, pointer: string): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  visit(schemaAt(schemas, pointer))
  return names

  function visit(schema: unknown): void {
    if (!isSchema(schema) || seen.has(schema)) return
    seen.add(schema)
    const { $ref: reference, properties } = schema
    if (typeof reference === 'string') visit(schemaAt(schemas, reference))
    if (isSchema(properties)) for (const name of Object.keys(properties)) names.add(name)
    for (const keyword of sameValueLists) {
      const branches = schema[keyword]
      if (Array.isArray(branches)) branches.forEach(visit)
    }
    for (const keyword of sameValue) visit(schema[keyword])
  }
}

/** Undefined where nothing stands there: ajv reports that when it compiles the schema. */
function schemaAt(schemas: Schema, pointer: string): unknown {
  let value: unknown = schemas
  for (const segment of pointer.replace(/^#/, '').split('/').slice(1)) {
    const name = nameOf(segment)
    if (!isSchema(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

function nameOf(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Also true of lists, whose members are read by index. */
function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
