import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const spec = { 'specs/orders.yaml': orderSpec }
const generate = ['generate', 'specs/orders.yaml']
const changeSpec = (text: string) => text.replace('address: order.paid', 'address: order.settled')

async function generated(): Promise<TestProject> {
  const project = createProject(spec)
  expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0, stdout: '' })
  return project
}

/** File names by folder, without what stands in them. */
const filesIn = (project: TestProject) => Object.keys(project.snapshot())

describe('generate', () => {
  it('writes the output and the migrations, and says what it made', async () => {
    const project = createProject(spec)
    const { exitCode, stdout, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(0)
    expect(stdout).toBe('')
    expect(filesIn(project)).toEqual(
      expect.arrayContaining([
        'generated/.gitattributes',
        'generated/.idemgen.json',
        'generated/consumers.ts',
        'generated/contract.json',
        'generated/index.ts',
        'generated/runtime/types.ts',
        'migrations/.idemgen-migrations.json',
        'migrations/0001_idemgen_create.sql',
      ]),
    )
    expect(stderr).toMatch(/^generated from specs\/orders\.yaml: 1 publisher, 2 consumer groups \(both sides, /m)
    expect(stderr).toContain('  publishers.orderPaid: ORDER_PAID\n')
    expect(stderr).toContain('  startBilling: group billing, ORDER_PAID\n')
    expect(stderr).toMatch(/^migrations: 1 created$/m)
    expect(stderr).toContain('  npm install amqplib@2 pg@8 ajv@8 ajv-formats@3\n')
    expect(project.read('generated/index.ts')).toContain('from ../specs/orders.yaml.')
  })

  it('touches no file when nothing changed', async () => {
    const project = await generated()
    const before = project.snapshot()
    const { exitCode, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^generated: \d+ unchanged$/m)
    expect(project.snapshot()).toEqual(before)
  })

  it('gives the same bytes in another project and from another working directory', async () => {
    const [one, two] = [await generated(), createProject(spec)]
    const folders = ['--out', '../generated', '--migrations', '../migrations']
    expect(await two.idemgen(['generate', 'orders.yaml', ...folders], { cwd: 'specs' })).toMatchObject({ exitCode: 0 })
    const three = createProject(spec)
    const absolute = ['--out', join(three.path, 'generated'), '--migrations', join(three.path, 'migrations')]
    const { exitCode } = await one.idemgen(['generate', join(three.path, 'specs/orders.yaml'), ...absolute])
    expect(exitCode).toBe(0)
    for (const other of [two, three]) {
      expect(filesIn(other)).toEqual(filesIn(one))
      for (const path of filesIn(one)) expect([path, other.read(path)]).toEqual([path, one.read(path)])
    }
  })

  it('rewrites only the files that a change of the document concerns', async () => {
    const project = await generated()
    const before = project.snapshot()
    project.edit('specs/orders.yaml', changeSpec)
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    const after = project.snapshot()
    const changed = filesIn(project).filter((path) => before[path] !== after[path] && path !== 'specs/orders.yaml')
    expect(changed).toContain('generated/contract.json')
    expect(changed).not.toContain('generated/messages.ts')
    expect(changed.filter((path) => path.startsWith('generated/runtime/'))).toEqual([])
  })

  it('deletes what is no longer generated, and nothing else', async () => {
    const project = await generated()
    project.write({ 'generated/mine.ts': 'mine', 'migrations/0002_mine.sql': 'select 1' })
    const { exitCode, stderr } = await project.idemgen([...generate, '--side', 'publish'])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(
      /^generated from .*: 1 publisher, 0 consumer groups \(publishing only, as --side publish asks\)$/m,
    )
    expect(filesIn(project)).not.toContain('generated/consumers.ts')
    expect(filesIn(project)).toEqual(
      expect.arrayContaining(['generated/mine.ts', 'migrations/0001_idemgen_create.sql', 'migrations/0002_mine.sql']),
    )
    expect(project.read('generated/.idemgen.json')).not.toContain('consumers.ts')
  })

  it('generates the groups that were asked for', async () => {
    const project = createProject(spec)
    expect(await project.idemgen([...generate, '--group', 'mailing'])).toMatchObject({ exitCode: 0 })
    const consumers = project.read('generated/consumers.ts')
    expect(consumers).toContain('startMailing')
    expect(consumers).not.toContain('startBilling')
  })

  it('adds no second migration, and follows the numbers of the folder', async () => {
    const project = createProject({ ...spec, 'migrations/0007_orders.sql': 'select 1' })
    for (const _ of [1, 2]) expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(filesIn(project).filter((path) => path.endsWith('.sql'))).toEqual([
      'migrations/0007_orders.sql',
      'migrations/0008_idemgen_create.sql',
    ])
  })

  it('writes no migrations with --no-migrations', async () => {
    const project = createProject(spec)
    expect(await project.idemgen([...generate, '--no-migrations'])).toMatchObject({ exitCode: 0 })
    expect(filesIn(project).filter((path) => path.startsWith('migrations/'))).toEqual([])
  })

  it('writes nothing where no channel is annotated, and takes back what it wrote before', async () => {
    const project = createProject({
      'specs/orders.yaml': orderSpec.replace(/ {4}x-idempotency:.*?(?= {4}bindings:)/s, ''),
    })
    const { exitCode, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(0)
    expect(stderr).toContain('nothing is generated')
    expect(filesIn(project)).toEqual(['specs/orders.yaml'])
    const before = await generated()
    before.write({ 'specs/orders.yaml': project.read('specs/orders.yaml') })
    expect(await before.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(filesIn(before).filter((path) => path.startsWith('generated/'))).toEqual([])
  })

  it('writes relative imports with the extension that was asked for', async () => {
    const project = createProject(spec)
    await project.idemgen([...generate, '--import-extension', 'ts'])
    expect(project.read('generated/index.ts')).toMatch(/from '\.\/messages\.ts'/)
    expect(project.read('generated/index.ts')).not.toMatch(/\.js'/)
  })

  it('writes into the schema that was asked for, says how to use it, and refuses another later', async () => {
    const project = createProject(spec)
    const { stderr } = await project.idemgen([...generate, '--schema', 'orders'])
    expect(project.read('migrations/0001_idemgen_create.sql')).toContain('create schema if not exists "orders"')
    expect(stderr).toContain("pgDatabase(pool, { schema: 'orders' })")
    const before = project.snapshot()
    const refused = await project.idemgen(generate)
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toBe(
      'error schema-differs the migrations in "migrations" are for the schema "orders", not "idempotency"\n' +
        '  hint: give --schema orders, or another folder with --migrations\n',
    )
    expect(project.snapshot()).toEqual(before)
  })

  it('goes through an output folder that is a symbolic link', async () => {
    const project = createProject({ ...spec, 'elsewhere/mine.ts': 'mine' })
    fs.symlinkSync('elsewhere', join(project.path, 'generated'))
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('elsewhere/index.ts')).toContain('Generated by idemgen')
    expect(fs.lstatSync(join(project.path, 'generated')).isSymbolicLink()).toBe(true)
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 0 })
  })
})

describe('generate --dry-run', () => {
  it('lists what would change and writes nothing', async () => {
    const project = createProject(spec)
    const { exitCode, stderr } = await project.idemgen([...generate, '--dry-run'])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('would create generated/index.ts\n')
    expect(stderr).toContain('would create migrations/0001_idemgen_create.sql\n')
    expect(filesIn(project)).toEqual(['specs/orders.yaml'])
  })
})

describe('generate --json', () => {
  it('gives the result on stdout', async () => {
    const project = createProject(spec)
    const { exitCode, stdout } = await project.idemgen([...generate, '--json'])
    expect(exitCode).toBe(0)
    const result: unknown = JSON.parse(stdout)
    expect(result).toMatchObject({
      result: 'written',
      publishers: ['orderPaid'],
      groups: ['billing', 'mailing'],
      install: ['npm install amqplib@2 pg@8 ajv@8 ajv-formats@3', 'npm install --save-dev @types/pg@8 @types/node@20'],
    })
    expect(result).toHaveProperty(
      'paths',
      expect.arrayContaining([{ path: 'generated/index.ts', change: 'create', reason: 'is missing' }]),
    )
    expect(JSON.parse((await project.idemgen([...generate, '--json'])).stdout)).toMatchObject({
      result: 'unchanged',
      paths: [],
    })
  })

  it('gives findings with their positions', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec.replace('[orderId]', '[orderIdd]') })
    const { exitCode, stdout, stderr } = await project.idemgen([...generate, '--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'findings',
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'field-unknown', severity: 'error', file: 'specs/orders.yaml', line: 13 }),
      ]),
      paths: [],
    })
    expect(stderr).not.toContain('field-unknown')
  })

  it('gives the error of a command that could not run', async () => {
    const { exitCode, stdout, stderr } = await createProject().idemgen([...generate, '--json'])
    expect(exitCode).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ result: 'failed', error: { code: 'file-missing' } })
    expect(stderr).toContain('error file-missing ')
  })
})

describe('generate --quiet', () => {
  it('is silent when all is well, and tells errors', async () => {
    const project = createProject(spec)
    expect(await project.idemgen([...generate, '--quiet'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    project.edit('specs/orders.yaml', (text) => text.replace('[orderId]', '[orderIdd]'))
    const { exitCode, stderr } = await project.idemgen([...generate, '--quiet'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^specs\/orders\.yaml:13:\d+ error field-unknown .*\n {2}hint: .*\n$/)
  })
})
