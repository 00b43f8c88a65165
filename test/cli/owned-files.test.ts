import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const generate = ['generate', 'specs/orders.yaml']
const changeSpec = (text: string) => text.replace('address: order.paid', 'address: order.settled')

async function generated(): Promise<TestProject> {
  const project = createProject({ 'specs/orders.yaml': orderSpec })
  expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
  return project
}

/** Runs and expects that the run was refused and left everything as it was. */
async function refused(project: TestProject, args: readonly string[] = []): Promise<string> {
  const before = project.snapshot()
  const { exitCode, stdout, stderr } = await project.idemgen([...generate, ...args])
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(project.snapshot()).toEqual(before)
  return stderr
}

describe('a file that was edited by hand', () => {
  it('stops the run with a diff', async () => {
    const project = await generated()
    project.edit('generated/index.ts', (text) => `${text}export const mine = 1\n`)
    project.edit('specs/orders.yaml', changeSpec)
    const stderr = await refused(project)
    expect(stderr).toContain('error output-edited "generated/index.ts" was edited by hand\n')
    expect(stderr).toContain('\n--- generated/index.ts as idemgen would write it\n+++ generated/index.ts as it is\n@@ ')
    expect(stderr).toContain('\n+export const mine = 1\n')
    expect(stderr).toMatch(/\n {2}hint: .*--force overwrites the file\nnothing was written\n$/)
  })

  it('is overwritten with --force', async () => {
    const project = await generated()
    const original = project.read('generated/index.ts')
    project.edit('generated/index.ts', (text) => `${text}export const mine = 1\n`)
    expect(await project.idemgen([...generate, '--force'])).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/index.ts')).toBe(original)
  })

  it('stops the run also when it is no longer generated', async () => {
    const project = await generated()
    project.edit('generated/consumers.ts', (text) => `${text}// mine\n`)
    const stderr = await refused(project, ['--side', 'publish'])
    expect(stderr).toContain(
      'error output-edited "generated/consumers.ts" was edited by hand and is no longer generated\n',
    )
    expect(await project.idemgen([...generate, '--side', 'publish', '--force'])).toMatchObject({ exitCode: 0 })
    expect(fs.existsSync(join(project.path, 'generated/consumers.ts'))).toBe(false)
  })

  it('is written again when it was only deleted', async () => {
    const project = await generated()
    project.remove('generated/messages.ts')
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/messages.ts')).toContain('OrderPaid')
  })

  it('is told apart from a change of line ends', async () => {
    const project = await generated()
    const asCrlf = (path: string) => project.edit(path, (text) => text.replaceAll('\n', '\r\n'))
    for (const path of Object.keys(project.snapshot())) asCrlf(path)
    const before = project.snapshot()
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 0 })
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.snapshot()).toEqual(before)
    project.edit('specs/orders.yaml', changeSpec)
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
  })
})

describe('contract.json', () => {
  it('stops the run when it cannot be read, since names could change', async () => {
    const project = await generated()
    project.write({ 'generated/contract.json': '{' })
    expect(await refused(project)).toMatch(/^error contract-unreadable .*\n {2}hint: .*\n$/)
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 1 })
    expect(await project.idemgen([...generate, '--force'])).toMatchObject({ exitCode: 0 })
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 0 })
  })

  it('stops the run when a newer version wrote it, also with --force and --check', async () => {
    const project = await generated()
    project.write({ 'generated/contract.json': '{ "contractVersion": 99 }' })
    expect(await refused(project)).toContain('error contract-newer ')
    expect(await refused(project, ['--force'])).toContain('error contract-newer ')
    expect(await refused(project, ['--check'])).toContain('error contract-newer ')
  })
})

describe('after a merge', () => {
  it('a manifest with conflicts is rebuilt', async () => {
    const project = await generated()
    const original = project.read('generated/.idemgen.json')
    project.edit('generated/.idemgen.json', conflicted)
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 1 })
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/.idemgen.json')).toBe(original)
  })

  it('generating from the merged document resolves the conflicts in all files', async () => {
    const project = await generated()
    project.edit('specs/orders.yaml', changeSpec)
    for (const path of ['.idemgen.json', 'contract.json', 'contract.ts']) {
      project.edit(`generated/${path}`, conflicted)
    }
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/contract.ts')).toContain('order.settled')
    expect(project.read('generated/contract.ts')).not.toContain('<<<<<<<')
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 0 })
  })

  /** Every other line with a version of each branch. */
  function conflicted(text: string): string {
    const [first = '', second = '', ...rest] = text.split('\n')
    return [first, '<<<<<<< HEAD', second, '=======', `${second} `, '>>>>>>> branch', ...rest].join('\n')
  }
})

describe('what is not listed in the manifest', () => {
  it('stops the run where it stands in the way, with --force as well', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec, 'generated/index.ts': 'mine' })
    for (const args of [[], ['--force']]) {
      const stderr = await refused(project, args)
      expect(stderr).toContain('error output-unlisted "generated/index.ts" was not written by idemgen and holds')
      expect(stderr).toContain('--force does not overwrite it\nnothing was written\n')
    }
  })

  it('is taken over when it equals what would be written', async () => {
    const project = await generated()
    project.remove('generated/.idemgen.json')
    const before = project.snapshot()
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    const { 'generated/.idemgen.json': manifest, ...others } = project.snapshot()
    expect(others).toEqual(before)
    expect(manifest).toContain('"index.ts"')
  })

  it('stops the run where a folder stands in the place of a file', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec, 'generated/index.ts/mine.ts': 'mine' })
    expect(await refused(project, ['--force'])).toContain('error output-obstructed "generated/index.ts" is a folder\n')
  })

  it('stops the run where a file stands in the place of a folder', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec, 'generated/runtime': 'mine' })
    expect(await refused(project)).toMatch(/^error output-obstructed "generated\/runtime\/.*" is below a file/m)
  })

  it('is never deleted through paths that a manifest makes up', async () => {
    const project = await generated()
    project.write({ 'mine.ts': '' })
    const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    project.edit('generated/.idemgen.json', (text) => text.replace('{', `{\n  "../mine.ts": "${emptyHash}",`))
    expect(await project.idemgen([...generate, '--force'])).toMatchObject({ exitCode: 0 })
    expect(project.read('mine.ts')).toBe('')
  })
})

describe('a migration that was written', () => {
  it('is never written again: an edit is a warning, and out of step under --check', async () => {
    const project = await generated()
    project.edit('migrations/0001_idemgen_create.sql', (text) => `${text}-- mine\n`)
    const before = project.snapshot()
    const { exitCode, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(0)
    expect(stderr).toContain('migrations/0001_idemgen_create.sql:1:1 warning migration-edited ')
    const check = await project.idemgen([...generate, '--check'])
    expect(check.exitCode).toBe(1)
    expect(check.stderr).toContain('migration-edited ')
    expect(project.snapshot()).toEqual(before)
  })

  it('is missed when it is deleted', async () => {
    const project = await generated()
    project.remove('migrations/0001_idemgen_create.sql')
    const { exitCode, stderr } = await project.idemgen([...generate, '--check'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('migrations/0001_idemgen_create.sql:1:1 warning migration-missing ')
  })

  it('is found again when the lock is lost in a merge', async () => {
    const project = await generated()
    const original = project.read('migrations/.idemgen-migrations.json')
    project.write({ 'migrations/.idemgen-migrations.json': `<<<<<<< HEAD\n${original}` })
    expect(await project.idemgen([...generate, '--check'])).toMatchObject({ exitCode: 1 })
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('migrations/.idemgen-migrations.json')).toBe(original)
  })
})

describe('a folder that cannot be written', () => {
  it.each([
    ['a file', 'file', /^error not-a-folder cannot read "file": a file stands where a folder is needed\n/],
    ['below a file', 'file/generated', /^error not-a-folder cannot read "file\/generated": /],
    ['a link that leads nowhere', 'dangling', /^error not-a-folder cannot write "dangling\//],
    ['a link to itself', 'loop', /^error link-loop cannot read "loop": /],
    ['a name that is too long', 'x'.repeat(300), /^error name-too-long cannot read "x+": /],
  ])('is refused with nothing written: %s', async (_, out, message) => {
    const project = createProject({ 'specs/orders.yaml': orderSpec, file: 'mine' })
    fs.symlinkSync('nowhere', join(project.path, 'dangling'))
    fs.symlinkSync('loop', join(project.path, 'loop'))
    const before = fs.readdirSync(project.path)
    for (const option of ['--out', '--migrations']) {
      const { exitCode, stderr } = await project.idemgen([...generate, option, out])
      expect(exitCode).toBe(2)
      expect(stderr).toMatch(message)
      expect(stderr).toMatch(/\n {2}hint: .+\n$/)
      expect(fs.readdirSync(project.path)).toEqual(before)
    }
  })

  it.runIf(fs.existsSync('/proc/self'))('is refused where the system makes no folders', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec })
    const { exitCode, stderr } = await project.idemgen([...generate, '--out', '/proc/idemgen/generated'])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error no-such-place cannot write "\/proc\/idemgen\/generated\//)
    expect(Object.keys(project.snapshot())).toEqual(['specs/orders.yaml'])
  })
})
