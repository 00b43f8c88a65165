import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { memberName, scalar, value } from './random-value.js'

export interface SchemaOptions {
  /** The places that a `$ref` may lead to. */
  readonly places: readonly string[]
  /** Only what TypeScript can say exactly. */
  readonly exact: boolean
}

/** A random schema of draft-07 as AsyncAPI has it, and as people write it: with words of other drafts and without `type`. */
export function schema(options: SchemaOptions): fc.Arbitrary<Json> {
  const made = fc.letrec<{ schema: Json; branch: Json }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, ...leaves(options), {
      arbitrary: composite(tie, options),
      weight: 5,
    }),
    branch: fc.oneof({ maxDepth: 3 }, tie('schema'), looseBranch(options), {
      arbitrary: members(tie, options),
      weight: 2,
    }),
  })).schema
  return made.map(plain)
}

type Tie = (key: 'schema' | 'branch') => fc.Arbitrary<Json>

function leaves({ places, exact }: SchemaOptions): readonly fc.Arbitrary<Json>[] {
  const type = fc.constantFrom('string', 'number', 'boolean', 'null', ...(exact ? [] : ['integer']))
  const types = fc.uniqueArray(type, { minLength: 1, maxLength: 3 })
  const plainLeaves = [
    fc.record({ type }),
    fc.record({ type: types }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: exact ? scalar : value }), // an object may have more members in TypeScript
    fc.constantFrom<Json>(true, {}, ...(exact ? [] : [false])),
    ...(places.length === 0 ? [] : [fc.constantFrom(...places).map(($ref) => ({ $ref }))]),
  ]
  return exact ? plainLeaves : [...plainLeaves, ...looseLeaves(type)]
}

function looseLeaves(type: fc.Arbitrary<string>): readonly fc.Arbitrary<Json>[] {
  const limits = {
    minimum: fc.nat({ max: 1 }),
    maximum: fc.nat({ max: 2 }),
    exclusiveMinimum: fc.constant(-1),
    exclusiveMaximum: fc.constant(3),
    multipleOf: fc.constantFrom(1, 0.5),
    minLength: fc.nat({ max: 1 }),
    maxLength: fc.nat({ max: 2 }),
    pattern: fc.constantFrom('^a', 'b$'),
    format: fc.constantFrom('date-time', 'uuid', 'int64', 'email', 'unheard-of'),
  }
  const annotations = {
    title: fc.constant('A title'),
    description: fc.constantFrom('*/ in a comment', '@deprecated', 'one\ntwo'),
    default: value,
    examples: fc.array(value, { maxLength: 2 }),
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
    writeOnly: fc.boolean(),
    externalDocs: fc.constant({ url: 'https://example.org' }),
    discriminator: memberName,
    $id: fc.constant('https://example.org/schema'),
    definitions: fc.constant({ Unused: { type: 'string' } }),
    $defs: fc.constant({ Unused: { type: 'string' } }),
  }
  return [
    fc.record({ type, nullable: fc.boolean() }),
    fc.record({ type, not: fc.record({ type }) }),
    fc.record({ enum: differentValues, not: excluding }),
    fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }), not: excluding }),
    fc.record({ not: excluding }),
    fc.record({ type, enum: fc.uniqueArray(scalar, { minLength: 2, maxLength: 5 }), nullable: fc.boolean() }),
    fc.record({ type, ...limits, ...annotations }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
  ]
}

/** Validators refuse a value that is listed twice. */
const differentValues = fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: canonicalText })

/** What a `not` may hold that takes kinds, values or members away, or says too little for that. */
const excluding: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ const: scalar }),
  fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constantFrom('null', 'object', 'integer', 'array') }),
  fc.record({ required: fc.uniqueArray(memberName, { maxLength: 2 }) }),
  fc.record({ anyOf: fc.array(fc.record({ required: fc.tuple(memberName) }), { minLength: 1, maxLength: 2 }) }),
  fc.record({ minLength: fc.constant(1) }),
  fc.constantFrom<Json>(true, false, {}, { not: { type: 'string' } }),
)

function composite(tie: Tie, options: SchemaOptions): fc.Arbitrary<Json> {
  const branches = fc.array(tie('branch'), { minLength: 1, maxLength: 3 })
  const schemas = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  const exactOnes = [
    members(tie, options).map((keywords) => ({ type: 'object', ...keywords })),
    items(tie, options).map((keywords) => ({ type: 'array', ...keywords })),
    fc.record({ anyOf: schemas }),
    fc.record({ allOf: schemas }),
    fc
      .tuple(members(tie, options), fc.record({ allOf: branches }))
      .map(([own, all]) => ({ type: 'object', ...own, ...all })),
    fc
      .tuple(members(tie, options), fc.record({ anyOf: branches }))
      .map(([own, any]) => ({ type: ['object', 'null'], ...own, ...any })),
  ]
  if (options.exact) return fc.oneof(...exactOnes)
  return fc.oneof(
    ...exactOnes,
    fc.record({ oneOf: schemas }),
    tie('schema').map((child): Json => ({ nullable: true, allOf: [child] })),
    members(tie, options),
    items(tie, options),
    fc.tuple(members(tie, options), fc.record({ oneOf: branches })).map(([own, one]) => ({ ...own, ...one })),
    fc.tuple(members(tie, options), fc.record({ not: excluding })).map(([own, not]) => ({ ...own, ...not })),
    fc.tuple(members(tie, options), conditions(tie)).map(([own, more]) => ({ type: 'object', ...own, ...more })),
    fc.tuple(tie('schema'), conditions(tie)).map(([own, more]) => ({ ...(isObject(own) ? own : {}), ...more })),
  )
}

function conditions(tie: Tie): fc.Arbitrary<JsonObject> {
  const words = {
    if: tie('branch'),
    then: tie('branch'),
    else: tie('branch'),
    dependencies: fc.dictionary(memberName, fc.oneof(tie('branch'), fc.uniqueArray(memberName, { maxLength: 2 })), {
      minKeys: 1,
      maxKeys: 2,
    }),
  }
  return fc.record(words, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
}

function looseBranch(options: SchemaOptions): fc.Arbitrary<Json> {
  const required = fc.record({ required: fc.uniqueArray(memberName, { maxLength: 2 }) })
  if (options.exact) return required
  return fc.oneof(
    required,
    fc.constantFrom<Json>({ minLength: 1 }, { maximum: 1 }, { minProperties: 1 }),
    fc.record({ not: excluding }),
    fc.record({ required: fc.tuple(memberName), not: fc.record({ required: fc.tuple(memberName) }) }),
  )
}

function members(tie: Tie, { exact, places }: SchemaOptions): fc.Arbitrary<JsonObject> {
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
    propertyNames: fc.oneof(
      { arbitrary: fc.record({ enum: fc.uniqueArray(memberName, { minLength: 1, maxLength: 3 }) }), weight: 4 },
      fc.record({ const: memberName }),
      fc.constantFrom<Json>({ pattern: '^x' }, { maxLength: 1 }, true, false),
      ...(places.length === 0 ? [] : [fc.constantFrom(...places).map(($ref) => ({ $ref }))]),
    ),
    minProperties: fc.nat({ max: 1 }),
    maxProperties: fc.nat({ max: 3 }),
  }
  return fc.record(everything, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
}

function items(tie: Tie, { exact }: SchemaOptions): fc.Arbitrary<JsonObject> {
  const tuple = { items: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), additionalItems: tie('schema') }
  const list = fc.record({ items: tie('schema') })
  if (exact) return fc.oneof(list, fc.record(tuple, { requiredKeys: ['items'] })) as fc.Arbitrary<JsonObject>
  const size = {
    minItems: fc.nat({ max: 3 }),
    maxItems: fc.nat({ max: 3 }),
    uniqueItems: fc.boolean(),
    contains: tie('schema'),
  }
  const later = { prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), items: tie('schema') }
  return fc.oneof(
    fc.record({ items: tie('schema'), ...size }, { requiredKeys: [] }),
    fc.record({ ...tuple, ...size }, { requiredKeys: ['items'] }),
    fc.record({ ...later, ...size }, { requiredKeys: ['prefixItems'] }),
  ) as fc.Arbitrary<JsonObject>
}

function canonicalText(made: Json): string {
  return JSON.stringify(made, (_, child: unknown) =>
    isObject(child as Json) ? Object.fromEntries(Object.entries(child as JsonObject).sort()) : child,
  )
}

/** With the prototypes and own members that JSON.parse would give. */
function plain(made: Json): Json {
  return JSON.parse(JSON.stringify(made)) as Json // what was made of JSON is JSON
}
