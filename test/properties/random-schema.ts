import fc from 'fast-check'
import type { Json, JsonObject } from '../../generator/model/document.js'

/** Few names and values, so that random values often fit random schemas. */
const memberName = fc.constantFrom('a', 'b', 'x-1')
const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2.5, '', 'a', 'b')

/** A random JSON value over the same few names and values as the schemas. */
export const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.dictionary(memberName, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value

export interface SchemaOptions {
  /** The places that a `$ref` may lead to. */
  readonly places: readonly string[]
  /** Only what TypeScript can say exactly. */
  readonly exact: boolean
}

/** A random schema of draft-07 as AsyncAPI has it. Keywords about members and items stand beside a type. */
export function schema(options: SchemaOptions): fc.Arbitrary<Json> {
  return fc.letrec<{ schema: Json; branch: Json }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, ...leaves(options), composite(tie, options)),
    branch: fc.oneof({ maxDepth: 3 }, tie('schema'), looseBranch(options), {
      arbitrary: members(tie, options),
      weight: 2,
    }),
  })).schema
}

function leaves({ places, exact }: SchemaOptions): readonly fc.Arbitrary<Json>[] {
  const type = fc.constantFrom('string', 'number', 'boolean', 'null', ...(exact ? [] : ['integer']))
  return [
    fc.record({ type }),
    fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: exact ? scalar : value }), // an object may have more members in TypeScript
    fc.constantFrom<Json>(true, {}, ...(exact ? [] : [false])),
    ...(places.length === 0 ? [] : [fc.constantFrom(...places).map(($ref) => ({ $ref }))]),
    ...(exact ? [] : [fc.record({ type, nullable: fc.boolean() }), fc.record({ type, not: fc.record({ type }) })]),
  ]
}

type Tie = (key: 'schema' | 'branch') => fc.Arbitrary<Json>

function composite(tie: Tie, options: SchemaOptions): fc.Arbitrary<Json> {
  const branches = fc.array(tie('branch'), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    members(tie, options).map((keywords) => ({ type: 'object', ...keywords })),
    items(tie, options).map((keywords) => ({ type: 'array', ...keywords })),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc
      .tuple(members(tie, options), fc.record({ allOf: branches }))
      .map(([own, all]) => ({ type: 'object', ...own, ...all })),
    fc
      .tuple(members(tie, options), fc.record({ anyOf: branches }))
      .map(([own, any]) => ({ type: ['object', 'null'], ...own, ...any })),
    ...(options.exact ? [] : [fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) })]),
    ...(options.exact ? [] : [tie('schema').map((child): Json => ({ nullable: true, allOf: [child] }))]),
  )
}

function looseBranch(options: SchemaOptions): fc.Arbitrary<Json> {
  const required = fc.record({ required: fc.uniqueArray(memberName, { maxLength: 2 }) })
  return options.exact ? required : fc.oneof(required, fc.constantFrom<Json>({ minLength: 1 }, { maximum: 1 }))
}

function members(tie: Tie, { exact }: SchemaOptions): fc.Arbitrary<JsonObject> {
  const listed = {
    properties: fc.dictionary(memberName, tie('schema'), { maxKeys: 3 }),
    required: fc.uniqueArray(memberName, { maxLength: 2 }),
  }
  const map = fc.record({ additionalProperties: tie('schema') })
  if (exact) return fc.oneof(fc.record(listed, { requiredKeys: [] }), map) as fc.Arbitrary<JsonObject>
  const everything = {
    ...listed,
    additionalProperties: tie('schema'),
    patternProperties: fc.dictionary(fc.constantFrom('^x-', 'a|b', '^$'), tie('schema'), { maxKeys: 2 }),
    propertyNames: fc.record({ enum: fc.uniqueArray(memberName, { minLength: 1, maxLength: 3 }) }),
    maxProperties: fc.nat({ max: 3 }),
  }
  return fc.record(everything, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
}

function items(tie: Tie, { exact }: SchemaOptions): fc.Arbitrary<JsonObject> {
  const tuple = { items: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), additionalItems: tie('schema') }
  const size = { minItems: fc.nat({ max: 3 }), maxItems: fc.nat({ max: 3 }) }
  const list = fc.record({ items: tie('schema') })
  if (exact) return fc.oneof(list, fc.record(tuple, { requiredKeys: ['items'] })) as fc.Arbitrary<JsonObject>
  const sizedTuple = fc.record({ ...tuple, ...size }, { requiredKeys: ['items'] })
  return fc.oneof(
    fc.record({ items: tie('schema'), ...size }, { requiredKeys: [] }),
    sizedTuple,
  ) as fc.Arbitrary<JsonObject>
}
