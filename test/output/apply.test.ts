import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IdemgenError } from '../../generator/model/idemgen-error.js'
import { applyChanges, type Disk } from '../../generator/output/apply.js'
import type { Change } from '../../generator/output/plan.js'

let root = ''
let out = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-apply-'))
  out = join(root, 'generated')
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const apply = (changes: readonly Change[], disk?: Disk) =>
  applyChanges([{ path: out, shownAs: 'generated', changes }], disk)

/** Every file below the folder with its text. */
function snapshot(folder = root): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const paths = names.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.sort().map((path) => [path.slice(folder.length + 1), fs.readFileSync(path, 'utf8')]))
}

function write(texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    fs.mkdirSync(dirname(join(out, path)), { recursive: true })
    fs.writeFileSync(join(out, path), text)
  }
}

function faultOf(work: () => void): IdemgenError {
  try {
    work()
  } catch (error) {
    if (error instanceof IdemgenError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** A disk whose function `name` fails with `code` from the call numbered `from` on. */
function failingDisk(name: keyof Disk, { code, from }: { readonly code: string; readonly from: number }): Disk {
  const disk: Disk = fs
  let calls = 0
  const original = disk[name] as (...args: unknown[]) => unknown // each is called with what it was given
  const failing = (...args: unknown[]) => {
    calls++
    if (calls === from) throw Object.assign(new Error(`${code}: simulated`), { code })
    return original(...args)
  }
  return { ...disk, [name]: failing }
}

const mixed: readonly Change[] = [
  { kind: 'update', path: 'a.ts', text: 'new a', before: 'old a' },
  { kind: 'create', path: 'runtime/b.ts', text: 'new b' },
  { kind: 'delete', path: 'stale/deep/c.ts', before: 'old c' },
  { kind: 'update', path: '.idemgen.json', text: 'new manifest', before: 'old manifest' },
]
const before = { 'a.ts': 'old a', 'stale/deep/c.ts': 'old c', '.idemgen.json': 'old manifest', 'mine.ts': 'mine' }

describe('applyChanges', () => {
  it('creates, updates and deletes, and leaves no temporary file', () => {
    write(before)
    apply(mixed)
    expect(snapshot(out)).toEqual({
      '.idemgen.json': 'new manifest',
      'a.ts': 'new a',
      'mine.ts': 'mine',
      'runtime/b.ts': 'new b',
    })
  })

  it('removes the folders that its deletions leave empty, not the others', () => {
    write({ ...before, 'kept/mine.ts': 'mine', 'kept/c.ts': 'old' })
    apply([...mixed, { kind: 'delete', path: 'kept/c.ts', before: 'old' }])
    expect(fs.readdirSync(out)).toEqual(['.idemgen.json', 'a.ts', 'kept', 'mine.ts', 'runtime'])
  })

  it('does not touch unchanged files', () => {
    write({ 'a.ts': 'same' })
    const past = new Date('2020-01-01T00:00:00Z')
    fs.utimesSync(join(out, 'a.ts'), past, past)
    apply([
      { kind: 'unchanged', path: 'a.ts' },
      { kind: 'create', path: 'b.ts', text: 'new' },
    ])
    expect(fs.statSync(join(out, 'a.ts')).mtime).toEqual(past)
  })

  it('makes a missing folder with its parents', () => {
    const deep = join(root, 'packages/orders/generated')
    applyChanges([{ path: deep, shownAs: 'x', changes: [{ kind: 'create', path: 'a/b.ts', text: 'b' }] }])
    expect(snapshot(deep)).toEqual({ 'a/b.ts': 'b' })
  })

  it('writes through a folder that is a symbolic link', () => {
    fs.mkdirSync(join(root, 'elsewhere'))
    fs.symlinkSync(join(root, 'elsewhere'), out)
    apply([{ kind: 'create', path: 'a.ts', text: 'a' }])
    expect(snapshot(join(root, 'elsewhere'))).toEqual({ 'a.ts': 'a' })
    expect(fs.lstatSync(out).isSymbolicLink()).toBe(true)
  })

  it.each([
    ['the disk is full at the first file', 'writeFileSync', { code: 'ENOSPC', from: 1 }, 'no-space'],
    ['the disk is full at the last file', 'writeFileSync', { code: 'ENOSPC', from: 3 }, 'no-space'],
    ['a folder cannot be made', 'mkdirSync', { code: 'EACCES', from: 1 }, 'permission-denied'],
    ['the file system is read-only', 'writeFileSync', { code: 'EROFS', from: 1 }, 'read-only'],
    ['no folder can be there', 'mkdirSync', { code: 'ENOENT', from: 1 }, 'no-such-place'],
    ['the first file cannot be replaced', 'renameSync', { code: 'EPERM', from: 1 }, 'permission-denied'],
    ['the manifest cannot be replaced', 'renameSync', { code: 'EISDIR', from: 3 }, 'not-a-file'],
    ['a stale file cannot be deleted', 'unlinkSync', { code: 'EACCES', from: 1 }, 'permission-denied'],
    ['something unheard of happens', 'renameSync', { code: 'EIO', from: 2 }, 'write-failed'],
  ] as const)('changes nothing when %s', (_, name, failure, code) => {
    write(before)
    const [all, folders] = [snapshot(), fs.readdirSync(out)]
    const fault = faultOf(() => apply(mixed, failingDisk(name, failure)))
    expect(fault.code).toBe(code)
    expect(fault.message).toMatch(/^cannot write "generated\//)
    expect(fault.hint).not.toBe('')
    expect(snapshot()).toEqual(all)
    expect(fs.readdirSync(out)).toEqual(folders)
  })

  it('takes back the folders that it made when the rest fails', () => {
    faultOf(() =>
      apply([{ kind: 'create', path: 'a/b/c.ts', text: '' }], failingDisk('renameSync', { code: 'EIO', from: 1 })),
    )
    expect(fs.readdirSync(root)).toEqual([])
  })

  it('says so when a file stands in the place of the folder', () => {
    fs.writeFileSync(out, 'a file')
    const fault = faultOf(() => apply([{ kind: 'create', path: 'a.ts', text: 'a' }]))
    expect(fault.code).toBe('not-a-folder')
    expect(fault.message).toBe('cannot write "generated/a.ts": a file stands where a folder is needed')
    expect(fs.readFileSync(out, 'utf8')).toBe('a file')
  })

  it('renames nothing in one folder before the other has all its texts on the disk', () => {
    fs.writeFileSync(join(root, 'migrations'), 'in the way')
    const folder = (name: string) => ({ path: join(root, name), shownAs: name })
    const fault = faultOf(() =>
      applyChanges([
        { ...folder('generated'), changes: [{ kind: 'create', path: 'a.ts', text: 'a' }] },
        { ...folder('migrations'), changes: [{ kind: 'create', path: '0001.sql', text: 'x' }] },
      ]),
    )
    expect(fault.message).toContain('"migrations/0001.sql"')
    expect(snapshot()).toEqual({ migrations: 'in the way' })
    expect(fs.existsSync(out)).toBe(false)
  })
})
