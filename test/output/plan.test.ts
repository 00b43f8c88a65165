import { describe, expect, it } from 'vitest'
import { hashText, manifestName, manifestText, readManifest } from '../../generator/output/manifest.js'
import { planFolder } from '../../generator/output/plan.js'
import type { EntryOnDisk } from '../../generator/output/read-folder.js'

type Texts = Readonly<Record<string, string>>

/** Plans `wanted` over a folder where `written` was generated before and `onDisk` is what stands there now. */
function plan(input: {
  readonly wanted: Texts
  readonly written?: Texts
  readonly onDisk?: Readonly<Record<string, string | EntryOnDisk>>
  readonly force?: boolean
  readonly manifest?: string
}) {
  const manifest = input.manifest ?? (input.written === undefined ? undefined : manifestText(filesOf(input.written)))
  const onDisk = new Map(
    Object.entries(input.onDisk ?? input.written ?? {}).map(([path, entry]) => [path, asEntry(entry)]),
  )
  if (manifest !== undefined) onDisk.set(manifestName, asEntry(manifest))
  return planFolder({
    files: filesOf(input.wanted),
    manifest: readManifest(manifest),
    onDisk,
    force: input.force ?? false,
  })
}

const filesOf = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ path, text }))
const asEntry = (entry: string | EntryOnDisk): EntryOnDisk =>
  typeof entry === 'string' ? { kind: 'file', text: entry } : entry
const kinds = (result: ReturnType<typeof plan>) =>
  Object.fromEntries([...result.changes, ...result.conflicts].map(({ path, kind }) => [path, kind]))

describe('planFolder', () => {
  it('creates every file in an empty folder, the manifest last', () => {
    const result = plan({ wanted: { 'index.ts': 'new', 'a.ts': 'new' } })
    expect(result.conflicts).toEqual([])
    expect(result.changes.map(({ kind, path }) => [kind, path])).toEqual([
      ['create', 'a.ts'],
      ['create', 'index.ts'],
      ['create', manifestName],
    ])
  })

  it('leaves everything alone when nothing changed', () => {
    const texts = { 'index.ts': 'same\n' }
    expect(kinds(plan({ wanted: texts, written: texts }))).toEqual({
      'index.ts': 'unchanged',
      [manifestName]: 'unchanged',
    })
  })

  it('leaves a CRLF checkout alone', () => {
    const texts = { 'index.ts': 'one\ntwo\n' }
    const manifest = manifestText(filesOf(texts)).replaceAll('\n', '\r\n')
    const result = plan({ wanted: texts, manifest, onDisk: { 'index.ts': 'one\r\ntwo\r\n' } })
    expect(kinds(result)).toEqual({ 'index.ts': 'unchanged', [manifestName]: 'unchanged' })
  })

  it('updates a CRLF checkout of what it wrote before', () => {
    const result = plan({
      wanted: { 'index.ts': 'new\n' },
      written: { 'index.ts': 'old\n' },
      onDisk: { 'index.ts': 'old\r\n' },
    })
    expect(kinds(result)['index.ts']).toBe('update')
  })

  it('updates what it wrote, deletes what is no longer generated', () => {
    const result = plan({ wanted: { 'index.ts': 'new' }, written: { 'index.ts': 'old', 'stale.ts': 'old' } })
    expect(kinds(result)).toEqual({ 'index.ts': 'update', 'stale.ts': 'delete', [manifestName]: 'update' })
  })

  it('leaves nothing behind, and makes nothing, where nothing is generated', () => {
    expect(kinds(plan({ wanted: {}, written: { 'index.ts': 'old' } }))).toEqual({
      'index.ts': 'delete',
      [manifestName]: 'delete',
    })
    expect(plan({ wanted: {} })).toEqual({ changes: [], conflicts: [] })
  })

  it('stops at a file that was edited by hand', () => {
    const result = plan({
      wanted: { 'index.ts': 'new' },
      written: { 'index.ts': 'old' },
      onDisk: { 'index.ts': 'mine' },
    })
    expect(result.conflicts).toEqual([{ kind: 'edited', path: 'index.ts', wanted: 'new', onDisk: 'mine' }])
  })

  it('takes an edited file that equals what it would write', () => {
    const result = plan({
      wanted: { 'index.ts': 'new' },
      written: { 'index.ts': 'old' },
      onDisk: { 'index.ts': 'new' },
    })
    expect(kinds(result)).toEqual({ 'index.ts': 'unchanged', [manifestName]: 'update' })
  })

  it('stops at an edited file that is no longer generated', () => {
    const result = plan({ wanted: {}, written: { 'stale.ts': 'old' }, onDisk: { 'stale.ts': 'mine' } })
    expect(result.changes.map(({ path }) => path)).toEqual([manifestName])
    expect(result.conflicts).toEqual([{ kind: 'edited', path: 'stale.ts', onDisk: 'mine' }])
  })

  it('overwrites and deletes edited files that it lists when forced', () => {
    const result = plan({
      wanted: { 'index.ts': 'new' },
      written: { 'index.ts': 'old', 'stale.ts': 'old' },
      onDisk: { 'index.ts': 'mine', 'stale.ts': 'mine' },
      force: true,
    })
    expect(kinds(result)).toEqual({ 'index.ts': 'update', 'stale.ts': 'delete', [manifestName]: 'update' })
  })

  it.each([false, true])('never overwrites a file that it does not list (force: %s)', (force) => {
    const result = plan({ wanted: { 'index.ts': 'new' }, onDisk: { 'index.ts': 'mine' }, force })
    expect(result.conflicts).toEqual([{ kind: 'unlisted', path: 'index.ts' }])
  })

  it('takes an unlisted file that equals what it would write', () => {
    const result = plan({ wanted: { 'index.ts': 'new' }, onDisk: { 'index.ts': 'new' } })
    expect(kinds(result)).toEqual({ 'index.ts': 'unchanged', [manifestName]: 'create' })
  })

  it('rebuilds a broken manifest', () => {
    const texts = { 'index.ts': 'new' }
    const result = plan({ wanted: texts, manifest: '<<<<<<< HEAD', onDisk: texts })
    expect(kinds(result)).toEqual({ 'index.ts': 'unchanged', [manifestName]: 'update' })
  })

  it('takes what either branch wrote as its own after a conflicted merge', () => {
    const line = (text: string) => `  "index.ts": "${hashText(text)}"`
    const manifest = ['{', '<<<<<<< HEAD', line('ours'), '=======', line('theirs'), '>>>>>>> branch', '}'].join('\n')
    for (const text of ['ours', 'theirs']) {
      const result = plan({ wanted: { 'index.ts': 'merged' }, manifest, onDisk: { 'index.ts': text } })
      expect(kinds(result)['index.ts']).toBe('update')
    }
    const edited = plan({ wanted: { 'index.ts': 'merged' }, manifest, onDisk: { 'index.ts': 'mine' } })
    expect(edited.conflicts).toHaveLength(1)
  })

  it('writes anew what a merge left with conflict markers, if it lists it', () => {
    const conflicted = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> branch\n'
    const texts = { 'index.ts': 'old', 'stale.ts': 'old' }
    const onDisk = { 'index.ts': conflicted, 'stale.ts': conflicted }
    const listed = plan({ wanted: { 'index.ts': 'new' }, written: texts, onDisk })
    expect(kinds(listed)).toEqual({ 'index.ts': 'update', 'stale.ts': 'delete', [manifestName]: 'update' })
    expect(plan({ wanted: { 'index.ts': 'new' }, onDisk }).conflicts).toEqual([{ kind: 'unlisted', path: 'index.ts' }])
  })

  it('creates a listed file that was deleted by hand, and forgets a stale one that is gone', () => {
    const result = plan({ wanted: { 'a.ts': 'a' }, written: { 'a.ts': 'a', 'stale.ts': 'b' }, onDisk: {} })
    expect(kinds(result)).toEqual({ 'a.ts': 'create', [manifestName]: 'update' })
  })

  it('stops at a folder in the place of a file, and at a link whose target differs', () => {
    const result = plan({
      wanted: { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' },
      written: { 'a.ts': 'a', 'b.ts': 'old', 'c.ts': 'c' },
      onDisk: {
        'a.ts': { kind: 'other', what: 'a folder' },
        'b.ts': { kind: 'link', text: 'old' },
        'c.ts': { kind: 'link', text: 'c' },
      },
      force: true,
    })
    expect(kinds(result)).toEqual({
      'a.ts': 'obstructed',
      'b.ts': 'obstructed',
      'c.ts': 'unchanged',
      [manifestName]: 'update',
    })
  })
})
