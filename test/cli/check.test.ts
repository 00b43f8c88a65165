import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const generate = ['generate', 'specs/orders.yaml']

async function generated(texts: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = createProject({ 'specs/orders.yaml': orderSpec, ...texts })
  expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
  return project
}

/** Checks, and expects that nothing was written. */
async function check(project: TestProject, args: readonly string[] = []) {
  const before = project.snapshot()
  const result = await project.idemgen([...generate, '--check', ...args], { preload: 'no-network.mjs' })
  expect(project.snapshot()).toEqual(before)
  return result
}

describe('generate --check', () => {
  it('is fine with what was generated', async () => {
    const { exitCode, stdout, stderr } = await check(await generated())
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'the output is in step with specs/orders.yaml\n',
    })
  })

  it('says what a change of the document makes stale, and why', async () => {
    const project = await generated()
    project.edit('specs/orders.yaml', (text) => text.replace('address: order.paid', 'address: order.settled'))
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    const stale = stderr.split('\n').filter((line) => line.startsWith('stale '))
    expect(stale).toContain('stale generated/contract.ts is not what specs/orders.yaml gives')
    expect(stale).toContain('stale generated/contract.json is not what specs/orders.yaml gives')
    expect(stderr).not.toContain('generated/messages.ts')
    expect(stderr).toMatch(/\nthe output is not in step with specs\/orders\.yaml: run the command without --check\n$/)
  })

  it('says which files are missing and which are no longer generated', async () => {
    const project = await generated()
    project.remove('generated/messages.ts')
    const { exitCode, stderr } = await check(project, ['--side', 'publish'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('stale generated/messages.ts is missing\n')
    expect(stderr).toContain('stale generated/consumers.ts is no longer generated from specs/orders.yaml\n')
  })

  it('shows what was edited by hand, with exit code 1', async () => {
    const project = await generated()
    project.edit('generated/index.ts', (text) => `${text}// mine\n`)
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('stale generated/index.ts was edited by hand\n--- ')
    expect(stderr).toContain('\n+// mine\n')
  })

  it.each([
    ['generated/.idemgen.json', 'generated/.idemgen.json'],
    ['migrations/.idemgen-migrations.json', 'migrations/.idemgen-migrations.json'],
  ])('misses %s', async (path, told) => {
    const project = await generated()
    project.remove(path)
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`stale ${told} is missing\n`)
  })

  it('sees a wrong hash in the manifest', async () => {
    const project = await generated()
    project.edit('generated/.idemgen.json', (text) => text.replace(/"index\.ts": "../, '"index.ts": "00'))
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('stale generated/.idemgen.json is not what specs/orders.yaml gives\n')
  })

  it('finds everything missing where nothing was generated yet', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec })
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('stale generated/index.ts is missing\n')
    expect(stderr).toContain('stale migrations/0001_idemgen_create.sql is missing\n')
  })

  it('ends with 1 for a document with errors, whatever the output is', async () => {
    const project = await generated()
    project.edit('specs/orders.yaml', (text) => text.replace('[orderId]', '[orderIdd]'))
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('error field-unknown')
  })

  it('names the lines that formatters need to leave the output alone', async () => {
    const project = await generated({ 'biome.json': '{}', '.prettierrc': '{}' })
    const { exitCode, stderr } = await check(project)
    expect(exitCode).toBe(0)
    expect(stderr).toContain(
      'biome would rewrite the output: add to biome.json\n  "files": { "includes": ["**", "!generated"] }\n',
    )
    expect(stderr).toContain('prettier would rewrite the output: add to .prettierignore\n  generated/\n')
    project.write({ '.prettierignore': 'generated/\n' })
    expect((await check(project)).stderr).not.toContain('prettier')
  })

  it('gives machines the paths with the reason and the edit', async () => {
    const project = await generated()
    project.edit('generated/index.ts', (text) => `${text}// mine\n`)
    const { exitCode, stdout } = await check(project, ['--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'stale',
      paths: [
        {
          path: 'generated/index.ts',
          change: 'edited',
          reason: 'was edited by hand',
          diff: expect.stringContaining('+// mine'),
        },
      ],
    })
    project.edit('generated/index.ts', (text) => text.replace('// mine\n', ''))
    expect(JSON.parse((await check(project, ['--json'])).stdout)).toMatchObject({ result: 'in-step', paths: [] })
  })
})
