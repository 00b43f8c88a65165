import fc from 'fast-check'
import type { Keys, ObjectShape, Shape, VariantsShape } from '../../generator/build/grammar/shape.js'
import { bareWords } from '../../generator/build/grammar/words.js'
import type { Json } from '../../generator/model/document.js'

/** Annotations of a place: mostly right, now and then with one thing wrong. */
export function annotationOf(shape: ObjectShape): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 9, arbitrary: settingOf(shape) }, { weight: 1, arbitrary: anything })
}

const anything: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('$ref', 'ref')) as Json)

/** Wrong rarely enough that whole annotations are often right. */
function settingOf(shape: Shape): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 60, arbitrary: rightValue(shape) },
    { weight: 1, arbitrary: nearMiss },
    { weight: 1, arbitrary: anything },
  )
}

const nearMiss: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  ...['0s', '10', '1 s', '14 days', '-1s', '1.5h', '0250ms', '1000000000ms', '999999999d'],
  ...[
    '',
    ' ',
    '$order',
    '$message.payload#/',
    '$message.payload#/a/b',
    '$parameter.',
    '$parameter.a',
    'a..b',
    '.a',
    'a.b.c',
    ' a',
  ],
  ...['amq.topic', 'amq', '\u0000', 'a\u0001b', 'x'.repeat(201), 'x'.repeat(231), 'x'.repeat(501), '🐇'.repeat(200)],
  ...['Park', 'transaction', 'lease', 'version', 'cache', 'strict', 'any', 'assert', 'business', 'table', 'queue'],
  ...[0, 1, -1, 1.5, 65_535, 65_536, 1_000, 1_001, true, false, null],
  ...[
    [],
    {},
    [''],
    ['a'],
    [null],
    { kind: 'transaction' },
    { kind: 'lease' },
    { kind: 'version' },
    { kind: 'other' },
    { kind: 'any', onPark: 'halt' },
  ],
)

function rightValue(shape: Shape): fc.Arbitrary<Json> {
  switch (shape.kind) {
    case 'duration':
      return fc
        .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
        .map((parts) => parts.join(''))
    case 'integer':
      return fc.integer({ min: shape.least, max: shape.most })
    case 'text':
      return fc.constantFrom('order.id', 'tenant', 'a', 'CouponExhausted', '$message.header#/tenantId', '東京')
    case 'word':
      return fc.constantFrom(...shape.of)
    case 'flag':
      return fc.boolean()
    case 'exactly':
      return fc.constant(shape.value)
    case 'scalar':
      return fc.oneof(fc.string(), fc.integer(), fc.boolean())
    case 'list':
      return fc.array(settingOf(shape.of), { minLength: shape.least, maxLength: 3 })
    case 'map':
      return fc.dictionary(
        valueName(shape.names),
        shape.nullable ? fc.option(settingOf(shape.of)) : settingOf(shape.of),
        {
          maxKeys: 2,
        },
      )
    case 'object':
      return rightObject(shape)
    case 'variants':
      return rightVariant(shape)
  }
}

/** The names of a map are checked too, so that some are wrong. */
function valueName(shape: Shape): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 20, arbitrary: fc.string() },
    { weight: 20, arbitrary: fc.constant('coupons') },
    { weight: 1, arbitrary: fc.constant('x'.repeat(501)) },
  )
  return shape.kind === 'text' ? name.filter((text) => text !== '$ref') : fc.constant('a')
}

function rightObject(shape: ObjectShape): fc.Arbitrary<Json> {
  const object = fc.oneof(
    { weight: 30, arbitrary: members(shape.keys, shape.required) },
    { weight: 1, arbitrary: withStranger(shape) },
  )
  return shape.short === undefined ? object : fc.oneof(settingOf(shape.short.of), object)
}

function rightVariant(shape: VariantsShape): fc.Arbitrary<Json> {
  const objects = Object.entries(shape.of).map(([kind, { keys, required }]) => {
    return members(keys, required).map((rest): Json => ({ kind, ...(rest as object) }))
  })
  return fc.oneof(fc.constantFrom(...bareWords(shape)), ...objects)
}

/** A few of the keys, the required ones nearly always. */
function members(keys: Keys, required: readonly string[] = []): fc.Arbitrary<Json> {
  const names = Object.keys(keys)
  return fc
    .tuple(fc.subarray(names, { maxLength: Math.min(4, names.length) }), fc.integer({ min: 0, max: 15 }))
    .chain(([chosen, luck]) => {
      const given = luck === 0 ? chosen : [...new Set([...required, ...chosen])]
      return fc.record(
        Object.fromEntries(
          given.flatMap((name) => {
            const key = keys[name]
            return key === undefined ? [] : [[name, settingOf(key.shape)] as const]
          }),
        ),
      )
    })
}

/** A key too many: one of another place, a misspelled one. */
function withStranger(shape: ObjectShape): fc.Arbitrary<Json> {
  const strangers = fc.constantFrom(
    'retry',
    'businessKey',
    'consumers',
    'grammar',
    'bussinessKey',
    'constructor',
    '__proto__',
    'kind',
  )
  return fc.tuple(members(shape.keys), strangers, anything).map(([object, name, value]) => {
    return Object.fromEntries([...Object.entries(object as object), [name, value]]) as Json
  })
}
