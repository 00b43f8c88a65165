import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../generator/load/read-templates.js'
import { isError } from '../../generator/model/finding.js'
import { makeOutput, type SpecSource } from '../../generator/output/make-output.js'
import { orderSpec } from '../cli/order-spec.js'
import { loadTexts } from '../load/load-texts.js'
import { complaints, complaintsOfSeven } from '../render/compile.js'

const templates = readTemplates()
const stockSpec = orderSpec.replaceAll('order.paid', 'stock.changed').replaceAll('ORDER_PAID', 'STOCK_CHANGED')
const otherGroups = stockSpec.replaceAll('billing', 'refill').replaceAll('mailing', 'reports')

async function source(name: string, text: string, rest: Partial<SpecSource> = {}): Promise<SpecSource> {
  const { document } = await loadTexts({ [`specs/${name}.yaml`]: text })
  if (document === undefined) throw new Error('the document does not load')
  return { document, path: `../specs/${name}.yaml`, folder: name, ...rest }
}

const make = (sources: readonly SpecSource[], importExtension: 'js' | 'ts' | 'none' = 'js') =>
  makeOutput(sources, { templates, importExtension })

describe('the output of several documents', () => {
  it('has a folder for each, and one runtime, index and .gitattributes', async () => {
    const { files } = await make([await source('orders', orderSpec), await source('stock', otherGroups)])
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(paths.toSorted())
    const own = [
      'consumers.ts',
      'contract.json',
      'contract.ts',
      'errors.ts',
      'index.ts',
      'messages.ts',
      'publishers.ts',
      'schemas.ts',
    ]
    expect(paths.filter((path) => !path.startsWith('runtime/'))).toEqual([
      '.gitattributes',
      'index.ts',
      ...own.map((file) => `orders/${file}`),
      ...own.map((file) => `stock/${file}`),
    ])
    const index = files.find(({ path }) => path === 'index.ts')?.text
    expect(index).toContain("// ../specs/orders.yaml\nexport * as orders from './orders/index.js'\n")
    expect(files.find(({ path }) => path === 'stock/index.ts')?.text).toContain('from ../../specs/stock.yaml.')
  })

  it.each([
    ['js', 'nodenext', {}],
    ['ts', 'nodenext', { allowImportingTsExtensions: true }],
    ['none', 'bundler', {}],
  ] as const)('compiles with the extension %s, beside a service that uses both', async (extension, kind, options) => {
    const end = extension === 'none' ? '' : `.${extension}`
    const service = `import { type Broker, type Database, orders, stock, type Transaction } from './index${end}'
import { createPublishers } from './stock/index${end}'
export async function serve(broker: Broker, database: Database<Transaction>): Promise<void> {
  const publishers = await orders.createPublishers({ broker })
  await publishers.orderPaid.publish({ orderId: 'o-1', amount: 1 })
  await createPublishers({ broker })
  await stock.startRefill({ broker, database, handlers: { async onOrderPaid(event: stock.OrderPaid) { await publishers.orderPaid.publish(event) } } })
}
`
    const { files } = await make([await source('orders', orderSpec), await source('stock', otherGroups)], extension)
    const all = [...files, { path: 'service.ts', text: service }]
    expect(complaints(all, kind, options)).toEqual([])
    if (extension === 'js') expect(await complaintsOfSeven(all, kind, options)).toBe('')
  })

  it('has names for its index whatever the folders are called', async () => {
    const folders = ['new', 'pg-database', '2-a', 'a-b', 'ab']
    const { files } = await make(
      await Promise.all(
        folders.map((folder, i) => {
          const text = otherGroups.replaceAll('refill', `refill${i}`).replaceAll('reports', `reports${i}`)
          return source(folder, text, { folder })
        }),
      ),
    )
    expect(files.find(({ path }) => path === 'index.ts')?.text.match(/export \* as \S+/g)).toEqual([
      'export * as _2A',
      'export * as ab',
      'export * as abSpec',
      'export * as newSpec',
      'export * as pgDatabaseSpec',
    ])
    expect(complaints(files)).toEqual([])
  })

  it('has no folder for a document that nothing is generated for', async () => {
    const unannotated = orderSpec.replace(/ {4}x-idempotency:.*?(?= {4}bindings:)/s, '')
    const orders = await source('orders', orderSpec)
    const { files } = await make([orders, await source('stock', unannotated)])
    expect(files.map(({ path }) => path)).toContain('orders/index.ts')
    expect(files.filter(({ path }) => path.startsWith('stock/'))).toEqual([])
    expect((await make([await source('stock', unannotated)])).files).toEqual([])
  })

  it('is nothing when one of them has an error, and says which', async () => {
    const broken = await source('stock', otherGroups.replace('[orderId]', '[orderIdd]'))
    const { specs, files } = await make([await source('orders', orderSpec), broken])
    expect(specs.map(({ findings }) => findings.filter(isError).map(({ rule }) => rule))).toEqual([
      [],
      ['field-unknown'],
    ])
    expect(files).toEqual([])
  })

  it('is nothing when they contradict each other', async () => {
    const { findings, files } = await make([await source('orders', orderSpec), await source('stock', stockSpec)])
    expect(findings.filter(isError).map(({ rule }) => rule)).toEqual(['queue-shared', 'queue-shared'])
    expect(files).toEqual([])
  })

  it('is nothing when reading them found an error', async () => {
    const at = { file: 'x', line: 1, column: 1 }
    const earlier = [{ rule: 'x', severity: 'error', message: 'x', at } as const]
    const sources = [await source('orders', orderSpec)]
    expect((await makeOutput(sources, { templates, importExtension: 'js', earlier })).files).toEqual([])
  })

  it('tells of a schema once, and of a key that could not be read where it stands', async () => {
    const unreadable = orderSpec
      .replace('[orderId]', '[orderIdd]')
      .replace('consumers:', 'queue: mail\n      consumers:')
    const { findings, specs } = await make([await source('orders', orderSpec), await source('stock', unreadable)])
    expect(specs[1]?.findings.map(({ rule }) => rule)).toContain('field-unknown')
    expect(findings.map(({ rule }) => rule)).not.toContain('key-differs')
    const twice = await source('twice', orderSpec.replace('type: integer', 'type: integer\n            enum: [1, 1]'))
    const [said] = (await make([twice])).specs[0]?.findings ?? []
    expect(said?.rule).toBe('schema-invalid')
    const earlier = said === undefined ? [] : [{ ...said, rule: 'asyncapi-invalid' }]
    expect((await makeOutput([twice], { templates, importExtension: 'js', earlier })).specs[0]?.findings).toEqual([])
  })

  it('has the groups that were asked for, each of which needs to be in one of them', async () => {
    const choosing = async (...groups: readonly string[]) => {
      const options = { groups }
      return make([await source('orders', orderSpec, { options }), await source('stock', otherGroups, { options })])
    }
    const { specs, findings } = await choosing('mailing', 'refill')
    expect(findings).toEqual([])
    expect(specs.map(({ contract }) => Object.keys(contract.groups))).toEqual([['mailing'], ['refill']])
    const unknown = await choosing('mailing', 'refil')
    expect(unknown.findings).toEqual([
      {
        rule: 'group-unknown',
        severity: 'error',
        message: 'none of the documents has a consumer group "refil"',
        hint: 'did you mean "refill"?',
        at: { file: 'specs/orders.yaml', line: 1, column: 1 },
      },
    ])
    expect(unknown.files).toEqual([])
  })
})
