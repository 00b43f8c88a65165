import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const stockSpec = orderSpec
  .replaceAll('order.paid', 'stock.changed')
  .replaceAll('ORDER_PAID', 'STOCK_CHANGED')
  .replaceAll('billing', 'refill')
  .replaceAll('mailing', 'reports')
const specs = { 'specs/orders.yaml': orderSpec, 'specs/stock.yaml': stockSpec }
const both = ['generate', 'specs/orders.yaml', 'specs/stock.yaml']
const one = ['generate', 'specs/orders.yaml']

async function generated(args: readonly string[] = both): Promise<TestProject> {
  const project = createProject(specs)
  expect(await project.idemgen(args)).toMatchObject({ exitCode: 0, stdout: '' })
  return project
}

const filesIn = (project: TestProject, folder: string) =>
  Object.keys(project.snapshot()).filter((path) => path.startsWith(folder))

describe('generate with several documents', () => {
  it('writes a folder for each and one of all else, and says what it made of which', async () => {
    const project = createProject(specs)
    const { exitCode, stderr } = await project.idemgen(both)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^generated orders from specs\/orders\.yaml: 1 publisher, 2 consumer groups /m)
    expect(stderr).toMatch(/^generated stock from specs\/stock\.yaml: 1 publisher, 2 consumer groups /m)
    expect(stderr).toMatch(/^migrations: 1 created$/m)
    const top = filesIn(project, 'generated/').filter((path) => !path.startsWith('generated/runtime/'))
    expect(top.filter((path) => path.split('/').length === 2)).toEqual([
      'generated/.gitattributes',
      'generated/.idemgen.json',
      'generated/index.ts',
    ])
    expect(top).toEqual(expect.arrayContaining(['generated/orders/contract.json', 'generated/stock/contract.json']))
    expect(project.read('generated/.idemgen.json')).toContain('"stock/contract.json": ')
    expect(await project.idemgen([...both, '--check'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'the output is in step with specs/orders.yaml and specs/stock.yaml\n',
    })
  })

  it('names a document once that is named twice, and keeps the order of no importance', async () => {
    const project = await generated()
    const args = ['generate', 'specs/stock.yaml', './specs/orders.yaml', 'specs/orders.yaml', '--check']
    expect(await project.idemgen(args)).toMatchObject({ exitCode: 0 })
  })

  it('says under --check which document makes which file stale, and what is ours', async () => {
    const project = await generated()
    project.edit('specs/stock.yaml', (text) => text.replace('address: stock.changed', 'address: stock.moved'))
    project.edit('generated/runtime/key.ts', (text) => `${text}//\n`)
    project.edit('generated/.idemgen.json', (text) => text.replace(/("runtime\/errors\.ts": ")../, '$100'))
    const { exitCode, stderr } = await project.idemgen([...both, '--check'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('stale generated/stock/contract.ts is not what specs/stock.yaml gives\n')
    expect(stderr).toContain('stale generated/.idemgen.json is not what specs/orders.yaml and specs/stock.yaml gives\n')
    expect(stderr).toContain('stale generated/runtime/key.ts was edited by hand\n')
    expect(stderr).not.toContain('stale generated/orders/')
  })

  it('says that the runtime is another one', async () => {
    const project = await generated()
    const text = 'export {}\n'
    project.write({ 'generated/runtime/key.ts': text })
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(text).digest('hex')
    project.edit('generated/.idemgen.json', (all) => all.replace(/("runtime\/key\.ts": ")\w+/, `$1${hash}`))
    const { stderr } = await project.idemgen([...both, '--check'])
    expect(stderr).toMatch(/^stale generated\/runtime\/key\.ts is not the runtime of idemgen \d+\.\d+\.\d+$/m)
  })

  it('writes nothing when one of them has an error, and tells the findings of both', async () => {
    const project = await generated()
    project.edit('specs/stock.yaml', (text) => text.replace('[orderId]', '[orderIdd]'))
    project.edit('specs/orders.yaml', (text) => text.replace('billing: {}', 'billing: { queu: x }'))
    const before = project.snapshot()
    const { exitCode, stderr } = await project.idemgen(both)
    expect(exitCode).toBe(1)
    expect(stderr.match(/^specs.* error \S+/gm)).toEqual([
      'specs/orders.yaml:15:20 error annotation-key-unknown',
      'specs/stock.yaml:13:21 error field-unknown',
    ])
    expect(stderr).toMatch(/\nnothing was written: the document has findings\n$/)
    const { stdout } = await project.idemgen([...both, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'findings',
      findings: [{ file: 'specs/orders.yaml' }, { file: 'specs/stock.yaml' }],
      specs: [],
    })
    expect(project.snapshot()).toEqual(before)
  })

  it('tells what is wrong in a file that they share once', async () => {
    const withPart = (text: string) => `${text}  schemas:\n    Part:\n      $ref: ./part.yaml\n`
    const project = createProject({
      'specs/orders.yaml': withPart(orderSpec),
      'specs/stock.yaml': withPart(stockSpec),
      'specs/part.yaml': 'type: object\nproperties:\n  next:\n    $ref: "#/definitions/Next"\n',
    })
    const { exitCode, stderr } = await project.idemgen(both)
    expect(exitCode).toBe(1)
    expect(stderr.match(/^specs.* error \S+/gm)).toEqual(['specs/part.yaml:4:5 error ref-missing'])
  })

  it('writes nothing when they contradict each other, and names both places', async () => {
    const project = createProject({ ...specs, 'specs/stock.yaml': stockSpec.replaceAll('refill', 'billing') })
    const { exitCode, stderr } = await project.idemgen(both)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^specs\/stock\.yaml:15:9 error queue-shared group "billing" reads the queue "billing" here and at specs\/orders\.yaml:15:9 /m,
    )
    expect(filesIn(project, 'generated')).toEqual([])
  })

  it('gives machines what was generated by document', async () => {
    const project = createProject(specs)
    const { stdout } = await project.idemgen([...both, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'written',
      groups: ['billing', 'mailing', 'refill', 'reports'],
      specs: [
        { spec: 'specs/orders.yaml', folder: 'orders', publishers: ['orderPaid'], groups: ['billing', 'mailing'] },
        { spec: 'specs/stock.yaml', folder: 'stock', publishers: ['orderPaid'], groups: ['refill', 'reports'] },
      ],
    })
  })

  it('goes from one document to several and back, with the same names and nothing stale', async () => {
    const project = createProject(specs)
    expect(await project.idemgen(one)).toMatchObject({ exitCode: 0 })
    project.edit('generated/contract.json', (text) => text.replaceAll('"OrderPaid"', '"OrderSettled"'))
    expect(await project.idemgen([...both, '--force'])).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(project.path, 'generated/messages.ts'))).toBe(false)
    expect(project.read('generated/orders/messages.ts')).toContain('OrderSettled')
    expect(project.read('generated/stock/messages.ts')).not.toContain('OrderSettled')
    expect(await project.idemgen([...both, '--check'])).toMatchObject({ exitCode: 0 })
    expect(await project.idemgen(one)).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/messages.ts')).toContain('OrderSettled')
    expect(filesIn(project, 'generated/orders')).toEqual([])
    expect(filesIn(project, 'generated/stock')).toEqual([])
    expect(await project.idemgen([...one, '--check'])).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['specs', /^error file-unreadable specs is a folder\n {2}hint: name the documents in it: specs\/\*\.yaml\n$/],
    ['specs/*.yml', /^error file-missing specs\/\*\.yml does not exist\n {2}hint: .*the shell replaces a pattern/],
    ['https://example.com/a.yaml', /^error file-missing https:.* does not exist\n {2}hint: .*download/],
  ])('refuses %s', async (path, message) => {
    const project = createProject(specs)
    const { exitCode, stderr } = await project.idemgen([...one, path])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(message)
    expect(filesIn(project, 'generated')).toEqual([])
  })
})
