import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText } from '../../generator/build/canonical.js'
import type { Contract } from '../../generator/model/contract.js'
import type { Document } from '../../generator/model/document.js'
import { readPreviousContracts } from '../../generator/output/previous-contracts.js'
import { orderSpec } from '../cli/order-spec.js'
import { loadTexts } from '../load/load-texts.js'

let root = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-contracts-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const stockSpec = orderSpec.replaceAll('orderPaid', 'stockChanged').replaceAll('billing', 'refill')

async function load(text: string): Promise<{ readonly document: Document; readonly contract: Contract }> {
  const { document } = await loadTexts({ 'specs/spec.yaml': text })
  if (document === undefined) throw new Error('the document does not load')
  return { document, contract: build(document).contract }
}

function write(path: string, contract: Contract): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true })
  fs.writeFileSync(join(root, path), contractText(contract))
}

const read = (documents: Parameters<typeof readPreviousContracts>[1]) =>
  readPreviousContracts({ path: root, shownAs: 'generated' }, documents, { lenient: false })

describe('the contract of the run before', () => {
  it('is that of the own folder', async () => {
    const [orders, stock] = [await load(orderSpec), await load(stockSpec)]
    write('orders/contract.json', orders.contract)
    write('stock/contract.json', stock.contract)
    const documents = [
      { document: orders.document, folder: 'orders', path: '../orders.yaml' },
      { document: stock.document, folder: 'stock', path: '../stock.yaml' },
    ]
    expect(read(documents)).toEqual([orders.contract, stock.contract])
  })

  it('is found where it was when one document becomes several, by the document that it is of', async () => {
    const [orders, stock] = [await load(orderSpec), await load(stockSpec)]
    write('contract.json', stock.contract)
    const documents = [
      { document: orders.document, folder: 'orders', path: '../orders.yaml' },
      { document: stock.document, folder: 'stock', path: '../stock.yaml' },
    ]
    expect(read(documents)).toEqual([undefined, stock.contract])
  })

  it('is found where it was when several become one, and when a file of the same name comes', async () => {
    const orders = await load(orderSpec)
    write('orders/contract.json', orders.contract)
    const path = '../a/orders.yaml'
    expect(read([{ document: orders.document, folder: '', path }])).toEqual([orders.contract])
    expect(read([{ document: orders.document, folder: 'a-orders', path }])).toEqual([orders.contract])
    const stock = await load(stockSpec)
    expect(read([{ document: stock.document, folder: 'b-orders', path: '../b/orders.yaml' }])).toEqual([undefined])
  })

  it('is none where nothing was generated', async () => {
    const { document } = await load(orderSpec)
    expect(read([{ document, folder: '', path: '../orders.yaml' }])).toEqual([undefined])
  })
})
