import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const heavy = /\/node_modules\/(?!\.cache)|\/dist\/(?:official|render|handlers)\b/

/** What a run loads besides Node's own modules, relative to dist/ where it is there. */
async function loadedBy(project: TestProject, args: readonly string[]): Promise<readonly string[]> {
  const log = join(project.path, 'imports.txt')
  fs.writeFileSync(log, '')
  await project.idemgen(args, { preload: 'record-imports.mjs', env: { IMPORT_LOG: log } })
  const lines = fs.readFileSync(log, 'utf8').split('\n')
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('node:')))].map((line) =>
    line.replace(/^.*\/dist\//, 'dist/'),
  )
}

const entries = (project: TestProject) => fs.readdirSync(join(project.path, 'node_modules/.cache/idemgen')).toSorted()
const createLinted = (texts: Readonly<Record<string, string>> = {}) =>
  createProject({ 'package.json': '{}', 'node_modules/.keep': '', 'a.yaml': orderSpec, ...texts })

describe('what a plain lint loads', () => {
  it('is the command line in one file, the script that lints, and no package', async () => {
    const loaded = await loadedBy(createLinted(), ['lint', 'a.yaml'])
    expect(loaded.filter((path) => path.startsWith('dist/')).toSorted()).toEqual(['dist/cli.js'])
    expect(loaded.filter((path) => heavy.test(path))).toEqual([])
  })

  it('is the command line alone when nothing has changed', async () => {
    const project = createLinted()
    await project.idemgen(['lint', 'a.yaml'])
    const loaded = await loadedBy(project, ['lint', 'a.yaml'])
    expect(loaded.filter((path) => path.startsWith('dist/'))).toEqual(['dist/cli.js'])
  })

  it('holds the parser of the command line only where arguments are not plain', async () => {
    const loaded = await loadedBy(createLinted(), ['lint', 'a.yaml', '--formt', 'json'])
    expect(loaded.some((path) => path.includes('/node_modules/yargs/'))).toBe(true)
  })
})

describe('findings that are remembered', () => {
  const broken = orderSpec.replace('businessKey: [orderId]', 'businessKey: [ordreId]')

  it('are the same, in every format', async () => {
    const project = createLinted({ 'a.yaml': broken, 'b.yaml': orderSpec })
    for (const format of ['text', 'json', 'sarif', 'github', 'junit', 'markdown']) {
      const args = ['lint', 'a.yaml', 'b.yaml', '--format', format]
      const fresh = await project.idemgen([...args, '--no-cache'])
      expect(fresh.exitCode).toBe(1)
      expect(await project.idemgen(args)).toEqual(fresh)
      expect(await project.idemgen(args)).toEqual(fresh)
    }
  })

  it('are forgotten when a file that is referred to changes, or the config, or an option', async () => {
    const split = orderSpec.replace("'#/components/messages/OrderPaid'", "'part.yaml#/OrderPaid'")
    const part = orderSpec.slice(orderSpec.indexOf('    OrderPaid:\n      payload')).replace(/^ {4}/gm, '')
    const project = createLinted({ 'a.yaml': split, 'part.yaml': part })
    const rules = async (...options: string[]) => {
      const { stdout } = await project.idemgen(['lint', 'a.yaml', '--json', ...options])
      return JSON.parse(stdout).map(({ rule }: { rule: string }) => rule)
    }
    const good = await rules()
    expect(good).not.toContain('field-unknown')
    project.edit('part.yaml', (text) => text.replaceAll('orderId', 'orderNumber'))
    expect(await rules()).toContain('field-unknown')
    project.write({ 'idemgen.config.yaml': 'rules: { field-unknown: off }' })
    expect(await rules()).not.toContain('field-unknown')
    const before = entries(project)
    await rules('--strict')
    expect(entries(project).length).toBe(before.length + 1)
  })

  it('are not told from a cache that was changed or is broken', async () => {
    const project = createLinted({ 'a.yaml': broken })
    const fresh = await project.idemgen(['lint', 'a.yaml'])
    const cache = 'node_modules/.cache/idemgen'
    for (const name of entries(project)) {
      const path = join(project.path, cache, name)
      const bytes = fs.readFileSync(path)
      const half = bytes.subarray(0, bytes.length >> 1)
      fs.writeFileSync(path, half)
      expect(await project.idemgen(['lint', 'a.yaml'])).toEqual(fresh)
      fs.writeFileSync(
        path,
        bytes.map((byte, i) => (i % 97 === 96 ? byte ^ 1 : byte)),
      )
      expect(await project.idemgen(['lint', 'a.yaml'])).toEqual(fresh)
    }
  })

  it('need no cache', async () => {
    const project = createLinted()
    expect((await project.idemgen(['lint', 'a.yaml', '--no-cache'])).exitCode).toBe(0)
    expect(fs.readdirSync(join(project.path, 'node_modules'))).toEqual(['.keep'])
  })
})
