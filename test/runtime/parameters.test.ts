import { expect, test } from 'vitest'
import { bindingKey } from '../../generator/build/routing.js'
import { createParameterReader } from '../../templates/runtime/message/parameters.js'

interface Sample {
  readonly address: string
  readonly key: string
  readonly read: Readonly<Record<string, string>> | undefined
}

test.each<Sample>([
  { address: 'stock.{depot}', key: 'stock.north', read: { depot: 'north' } },
  { address: 'stock.{depot}', key: 'stock.north.1', read: undefined },
  { address: 'stock.{depot}', key: 'stock.', read: undefined },
  { address: '{region}.{depot}', key: 'eu.north', read: { region: 'eu', depot: 'north' } },
  { address: 'depot-{id}.v{version}', key: 'depot-7.v2', read: { id: '7', version: '2' } },
  { address: 'a+b.{id}', key: 'a+b.1', read: { id: '1' } },
  { address: 'a+b.{id}', key: 'aab.1', read: undefined },
  { address: '{id}.*', key: '1.x', read: { id: '1' } },
  { address: '{id}.*', key: '1.x.y', read: undefined },
  { address: '{id}.#', key: '1', read: { id: '1' } },
  { address: '{id}.#', key: '1.x.y', read: { id: '1' } },
  { address: '#.{id}', key: '1', read: { id: '1' } },
  { address: '#.{id}', key: 'x.y.1', read: { id: '1' } },
  { address: 'a.#.{id}', key: 'a.1', read: { id: '1' } },
  { address: 'a.#.{id}', key: 'a.x.y.1', read: { id: '1' } },
  { address: 'a.#.{id}', key: 'ax.1', read: undefined },
  { address: '{a.b}.c', key: '1.c', read: { 'a.b': '1' } },
  { address: '{constructor}', key: 'x', read: { constructor: 'x' } },
])('of the address $address the key $key says $read', ({ address, key, read }) => {
  expect(createParameterReader([address])(key)).toEqual(read)
})

test('the first address that fits is read', () => {
  const read = createParameterReader(['stock.all', 'stock.{depot}'])
  expect([read('stock.all'), read('stock.north'), read('other')]).toEqual([{}, { depot: 'north' }, undefined])
})

test('what a queue is bound with lets through what can be read', () => {
  expect(['stock.{depot}', 'depot-{id}.v{version}', '{a}.#', '{a.b}.c'].map(bindingKey)).toEqual([
    'stock.*',
    '*.*',
    '*.#',
    '*.c',
  ])
})
