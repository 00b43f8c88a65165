import { describe, expect, it } from 'vitest'
import { specFolders } from '../../generator/output/spec-folders.js'

describe('the folders of several documents', () => {
  it.each([
    [
      'are named after their files',
      ['../specs/orders.yaml', '../specs/Stock Events.v2.json'],
      ['orders', 'stock-events-v2'],
    ],
    ['leave out what the name says of the format', ['../orders.asyncapi.yml', '../a_asyncapi.yaml'], ['orders', 'a']],
    [
      'are named after the folder of an asyncapi.yaml',
      ['../orders/asyncapi.yaml', '../stock/asyncapi.yaml'],
      ['orders', 'stock'],
    ],
    ['fall back to the format', ['../asyncapi.yaml', '../b.yaml'], ['asyncapi', 'b']],
    [
      'are told apart by the folders above',
      ['../a/x/orders.yaml', '../b/x/orders.yaml', '../stock.yaml'],
      ['a-x-orders', 'b-x-orders', 'stock'],
    ],
    ['are told apart by numbers', ['../a/orders.yaml', '../a/orders.json'], ['a-orders', 'a-orders-2']],
    ['leave that of the runtime free', ['../runtime.yaml', '../b.yaml'], ['runtime-spec', 'b']],
    ['can be made on Windows', ['../con.yaml', '../AUX.json'], ['con-file', 'aux-file']],
    ['do not differ in case alone', ['../Orders.yaml', '../orders.yaml'], ['orders', 'orders-2']],
  ])('%s', (_, paths, folders) => expect(specFolders(paths)).toEqual(folders))

  it('are the same whichever others are there, but for those of one name', () => {
    expect(specFolders(['../a/orders.yaml', '../b/stock.yaml'])[0]).toBe(specFolders(['../a/orders.yaml'])[0])
  })
})
