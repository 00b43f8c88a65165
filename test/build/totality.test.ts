import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText } from '../../generator/build/canonical.js'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { placeShapes } from '../../generator/build/grammar/places.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { isList, isObject, type Json } from '../../generator/model/document.js'
import { annotationOf } from './arbitrary-annotation.js'
import { documentOf } from './document.js'

const shipped = ['orders', 'coupons', 'inventory'].map((name) => `specs/${name}.yaml`)
const withTraits = ['traits', 'traits-2', 'version-2'].map((name) => `test/cases/${name}/spec.yaml`)

describe('the build gives what it can and never throws', () => {
  test('for specs with anything in place of any part', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...[...shipped, ...withTraits].map(read)),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async (spec, mutations) => {
          const changed = mutations.reduce((value, change) => changedAt(value, change), spec)
          const { contract } = build(documentOf(changed))
          contractText(contract)
          await compileSchemas(contract)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('for traits that refer to themselves and to each other', () => {
    const [a, b] = [{ $ref: '#/components/messageTraits/a' }, { $ref: '#/components/messageTraits/b' }]
    const circling = (other: Json = null) => ({
      headers: { type: 'object', properties: { one: other, two: other }, allOf: [other] },
      'x-idempotency': { retry: other, again: other },
    })
    const made = (traits: Json, own: Json) => ({
      asyncapi: '3.0.0',
      channels: { c: { address: 'c', messages: { m: { traits, headers: own, 'x-idempotency': own } } } },
      components: { messageTraits: { a: circling(a), b: circling(b), c: circling({ $ref: '#/channels/c' }), d: a } },
    })
    const traits = fc.array(fc.constantFrom<Json[]>(a, b, null, 'x', { $ref: '#' }))
    fc.assert(
      fc.property(traits, fc.constantFrom<Json[]>(a, b, { $ref: '#/components/messageTraits' }), (list, own) => {
        contractText(build(documentOf(made(list, own)), { side: 'both' }).contract)
      }),
    )
  })

  test('for any annotations, right and wrong', () => {
    const { root, channel, message, operation } = placeShapes
    const annotations = fc.tuple(...[root, channel, message, operation].map(annotationOf))
    fc.assert(
      fc.property(annotations, fc.constantFrom('publish', 'consume', 'both'), (made, side) => {
        const [all = null, onChannel = null, onMessage = null, onOperation = null] = made
        const annotations = { all, onChannel, onMessage, onOperation }
        for (const spec of [annotatedSpec(annotations), annotatedSpecOf2(annotations)]) {
          contractText(build(documentOf(spec), { side }).contract)
        }
      }),
      { numRuns: 400 },
    )
  })

  test.each(shipped)('for %s, about which it has nothing to say', async (path) => {
    const { document, findings } = await loadDocument({ path, cwd: process.cwd() })
    expect([findings, document && build(document).findings]).toEqual([[], []])
  })

  test('for values that are no documents', () => {
    for (const value of [null, true, 1, 'text', [], {}, { asyncapi: 3 }, { asyncapi: '3.0.0', channels: [] }]) {
      expect(build(documentOf(value)).contract.messages).toEqual({})
    }
  })

  // More documents, not part of the repository: IDEMGEN_DOCUMENTS names folders, separated by commas.
  const folders = (process.env.IDEMGEN_DOCUMENTS ?? '').split(',').filter((folder) => existsSync(folder))
  for (const folder of folders) {
    test.each(readdirSync(folder))('for the document %s, with every channel annotated', async (name) => {
      const document = read(join(folder, name))
      for (const value of [document, annotated(document)]) {
        const { contract } = build(documentOf(value), { side: 'both' })
        contractText(contract)
        await compileSchemas(contract)
      }
    })
  }
})

type Annotations = Readonly<Record<'all' | 'onChannel' | 'onMessage' | 'onOperation', Json>>

function annotatedSpecOf2(annotations: Annotations): Json {
  const message = { payload: { type: 'object' }, 'x-idempotency': annotations.onMessage }
  const operation = { message: { oneOf: [message, { payload: true }] }, 'x-idempotency': annotations.onOperation }
  return {
    asyncapi: '2.6.0',
    'x-idempotency': annotations.all,
    channels: { 'to.{a}': { publish: operation, subscribe: operation, 'x-idempotency': annotations.onChannel } },
  }
}

function annotatedSpec(annotations: Annotations): Json {
  const names = ['order', 'tenant', 'a', 'b', 'CouponExhausted']
  const inner = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, sentAt: { type: 'string' } } }
  const properties = Object.fromEntries(names.map((name) => [name, name === 'order' ? inner : { type: 'string' }]))
  const action = (name: string) => ({
    action: name,
    channel: { $ref: '#/channels/coupons' },
    'x-idempotency': annotations.onOperation,
  })
  return {
    asyncapi: '3.0.0',
    'x-idempotency': annotations.all,
    channels: {
      coupons: {
        address: 'to.{a}',
        messages: {
          coupons: { payload: { type: 'object', required: names, properties }, 'x-idempotency': annotations.onMessage },
          other: { payload: true },
        },
        'x-idempotency': annotations.onChannel,
      },
    },
    operations: { send: action('send'), receive: action('receive') },
  }
}

interface Mutation {
  /** Which of the document's parts, counted from its root. */
  readonly part: number
  readonly value: Json
}

const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(
    null,
    true,
    false,
    0,
    -1,
    '',
    'a',
    '{x}',
    '#/',
    [],
    {},
    [null],
    { $ref: '#' },
    { $ref: '#/channels' },
  ),
  fc.constantFrom<Json[]>(
    { type: 'string' },
    { oneOf: [] },
    { allOf: [{ $ref: '#/components/schemas/OrderPaid' }] },
    { a: { a: {} } },
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
)
const mutation: fc.Arbitrary<Mutation> = fc.record({ part: fc.nat(400), value: values })

function changedAt(document: Json, { part, value }: Mutation): Json {
  let left = part
  return visit(document)

  function visit(current: Json): Json {
    left -= 1
    if (left === -1) return value
    if (isList(current)) return current.map(visit)
    if (!isObject(current)) return current
    return Object.fromEntries(Object.entries(current).map(([name, member]) => [name, visit(member)]))
  }
}

/** The document with a key of the first required field on each channel, so that all of its messages are built. */
function annotated(document: Json): Json {
  if (!isObject(document) || !isObject(document.channels)) return document
  const channels = Object.entries(document.channels).map(([key, channel]) => {
    const annotation = { businessKey: ['id'], consumerGroup: key.trim() === '' ? 'root' : key.trim(), keyVersion: 1 }
    return [key, isObject(channel) ? { ...channel, 'x-idempotency': annotation } : channel] as const
  })
  return { ...document, asyncapi: '3.0.0', channels: Object.fromEntries(channels) }
}

function read(path: string): Json {
  return load(readFileSync(path, 'utf8')) as Json
}
