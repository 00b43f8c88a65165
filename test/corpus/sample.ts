import fc from 'fast-check'
import { childOf, isTreeObject, type Tree, type TreeObject, textsOf } from './json-tree.js'

/**
 * A value that should fit a schema of a document. `variant` chooses among what the schema leaves open: the branch of a
 * union, the optional members. Not every variant fits a schema with `not` or overlapping branches, so callers try some.
 */
export function sampleOf(root: Tree, schema: Tree | undefined, variant: number): Tree {
  return sample(schema, 0)

  function sample(given: Tree | undefined, depth: number): Tree {
    const { oneOf, anyOf, allOf: _, ...plain } = together(root, given)
    const branches = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) && list.length > 0 ? [list] : []))
    if (branches.length > 0) {
      const chosen = branches.map((list) => list[variant % list.length] ?? true)
      return sample({ ...plain, allOf: [...chosen] }, depth)
    }
    if (plain.const !== undefined) return plain.const
    if (Array.isArray(plain.enum) && plain.enum.length > 0) return plain.enum[variant % plain.enum.length] ?? null
    return ofType(plain, depth)
  }

  function ofType(schema: TreeObject, depth: number): Tree {
    const types = typesOf(schema)
    const type = types[variant % types.length]
    if (type === 'object') return object(schema, depth)
    if (type === 'array') return list(schema, depth)
    if (type === 'string') return text(schema, variant)
    if (type === 'integer' || type === 'number') return number(schema, type)
    if (type === 'boolean') return variant % 2 === 0
    return null
  }

  function object(schema: TreeObject, depth: number): Tree {
    const properties = isTreeObject(schema.properties) ? schema.properties : {}
    const required = textsOf(schema, 'required')
    const optional = Object.keys(properties).filter((name) => !required.includes(name) && properties[name] !== false)
    const isFull = variant % 2 === 0 && depth < 3
    const names = new Set([...required, ...(isFull ? optional : [])])
    const rest = isTreeObject(schema.additionalProperties) ? schema.additionalProperties : true
    const members = [...names].map((name) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : matching(schema, name)
      return [name, depth > 8 ? null : sample(declared ?? rest, depth + 1)] as const
    })
    return Object.fromEntries(members)
  }

  function list(schema: TreeObject, depth: number): Tree {
    const { items, minItems } = schema
    if (Array.isArray(items)) return items.map((item) => sample(item, depth + 1))
    const least = typeof minItems === 'number' ? minItems : 0
    const count = Math.max(least, depth < 3 && variant % 2 === 0 ? 1 : 0)
    return Array.from({ length: count }, () => sample(items ?? true, depth + 1))
  }
}

/** A schema and what it refers to and consists of, as one. */
function together(root: Tree, given: Tree | undefined, hops = 0): TreeObject {
  if (!isTreeObject(given) || hops > 50) return {}
  const { $ref, allOf, ...own } = given
  const target = typeof $ref === 'string' ? together(root, valueAt(root, $ref), hops + 1) : undefined
  if (target !== undefined) return target
  const all = Array.isArray(allOf) ? allOf.map((part) => together(root, part, hops + 1)) : []
  return [own, ...all].reduce(both)
}

function both(left: TreeObject, right: TreeObject): TreeObject {
  const merged: TreeObject = { ...left, ...right }
  merged.required = [...new Set([...textsOf(left, 'required'), ...textsOf(right, 'required')])]
  const properties = [left.properties, right.properties].map((members) => (isTreeObject(members) ? members : {}))
  const names = new Set(properties.flatMap((members) => Object.keys(members)))
  if (names.size > 0) {
    merged.properties = Object.fromEntries(
      [...names].map((name) => {
        const parts = properties.flatMap((members) => (Object.hasOwn(members, name) ? [members[name] ?? true] : []))
        return [name, parts.length === 1 ? (parts[0] ?? true) : { allOf: parts }]
      }),
    )
  }
  const inner = [left, right].flatMap(({ oneOf }) => (Array.isArray(oneOf) ? [oneOf] : []))
  if (inner.length === 2) merged.anyOf = inner[0] ?? []
  return merged
}

function valueAt(root: Tree, ref: string): Tree | undefined {
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Tree | undefined>((value, name) => {
      const inner = isTreeObject(value) && typeof value.$ref === 'string' ? valueAt(root, value.$ref) : value
      return childOf(inner, name)
    }, root)
}

function typesOf(schema: TreeObject): readonly string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return textsOf({ type }, 'type')
  if (schema.properties !== undefined || textsOf(schema, 'required').length > 0) return ['object']
  if (schema.items !== undefined) return ['array']
  if (schema.pattern !== undefined || schema.format !== undefined) return ['string']
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['integer']
  return ['string', 'integer', 'object', 'boolean', 'array', 'null']
}

function matching(schema: TreeObject, name: string): Tree | undefined {
  if (!isTreeObject(schema.patternProperties)) return undefined
  return Object.entries(schema.patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1]
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-05-01T10:00:00Z',
  date: '2024-05-01',
  time: '10:00:00Z',
  duration: 'P1D',
  email: 'a@example.com',
  uuid: '7f9c24e8-3b1a-4d5e-9c6f-0a1b2c3d4e5f',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

function text(schema: TreeObject, variant: number): string {
  const { pattern, format, minLength, maxLength } = schema
  if (typeof pattern === 'string') {
    const [found = ''] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: variant + 1 })
    return found
  }
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known !== undefined) return known
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : 100
  return `text-${variant}`.padEnd(least, 'x').slice(0, most)
}

function number(schema: TreeObject, type: string): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : 0.5
  const least =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : typeof minimum === 'number' ? minimum : undefined
  const most =
    typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : typeof maximum === 'number' ? maximum : undefined
  const wanted = least ?? Math.min(most ?? step, step)
  return Math.ceil(wanted / step) * step
}

/** The value of a parameter of an address: one of those that are listed, or any word. */
export function sampleParameter(root: Tree, channel: Tree | undefined, name: string): string {
  const parameter = together(root, childOf(childOf(channel, 'parameters'), name))
  const schema = together(root, parameter.schema)
  const [listed] = [...textsOf(parameter, 'enum'), ...textsOf(schema, 'enum')]
  return listed ?? (typeof schema.pattern === 'string' ? String(sampleOf(root, schema, 0)) : 'word')
}

/** The value at a pointer of the document. */
export function atPointer(root: Tree, pointer: string): Tree | undefined {
  return valueAt(root, `#${pointer}`)
}
