import { expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import type { Json } from '../../generator/model/document.js'
import { documentOf } from './document.js'

test('fields inside circles are found, once on each way through the circle', () => {
  const ignored = ignoredIn({
    Order: entity({ lines: { type: 'array', items: reference('Line') }, updatedAt: { type: 'string' } }),
    Line: entity({ order: reference('Order'), product: reference('Product') }),
    Product: entity({ changed: { type: 'string', format: 'date-time' }, related: reference('Product') }),
  })
  expect(ignored).toEqual([['lines', 'product', 'changed'], ['updatedAt']])
})

test('of schemas that all refer to each other the fields nearest to the payload are found', () => {
  const names = Array.from({ length: 40 }, (_, i) => (i === 0 ? 'Order' : `Entity${i}`))
  const members = Object.fromEntries(names.map((name) => [`a${name}`, reference(name)]))
  const schemas = names.map((name) => [name, entity({ ...members, updatedAt: { type: 'string' } })])
  const ignored = ignoredIn(Object.fromEntries(schemas))
  expect(ignored).toHaveLength(1_000)
  expect(ignored).toContainEqual(['updatedAt'])
  const near = ignored.filter((path) => path.length === 2)
  expect(near).toEqual(
    names
      .slice(1)
      .map((name) => [`a${name}`, 'updatedAt'])
      .sort(),
  )
})

function ignoredIn(schemas: Readonly<Record<string, Json>>): readonly (readonly string[])[] {
  const { contract } = build(
    documentOf({
      asyncapi: '3.0.0',
      info: { title: 'Circles', version: '1' },
      channels: {
        orders: {
          address: 'orders',
          messages: { placed: { payload: reference('Order') } },
          'x-idempotency': { businessKey: ['id'], consumerGroup: 'readers' },
        },
      },
      components: { schemas },
    }),
  )
  return Object.values(contract.messages).flatMap(({ fingerprint }) => fingerprint.ignore)
}

function entity(members: Readonly<Record<string, Json>>): Json {
  return { type: 'object', required: ['id'], properties: { id: { type: 'string' }, ...members } }
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
