import { describe, expect, it } from 'vitest'
import { hashText, manifestText, readManifest } from '../../generator/output/manifest.js'

const files = [
  { path: 'runtime/types.ts', text: 'export {}\n' },
  { path: 'index.ts', text: 'export const one = 1\n' },
]

describe('manifest', () => {
  it('has one line for each file, sorted by path', () => {
    const lines = manifestText(files).split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe(`  "index.ts": "${hashText('export const one = 1\n')}",`)
    expect(lines[2]).toBe(`  "runtime/types.ts": "${hashText('export {}\n')}"`)
  })

  it('reads back what it wrote', () => {
    const manifest = readManifest(manifestText(files))
    expect(manifest.state).toBe('intact')
    expect([...manifest.hashes.keys()]).toEqual(['index.ts', 'runtime/types.ts'])
    expect(manifest.hashes.get('index.ts')?.has(hashText('export const one = 1\n'))).toBe(true)
  })

  it('gives a CRLF checkout the same hash', () => {
    expect(hashText('one\r\ntwo\r\n')).toBe(hashText('one\ntwo\n'))
    expect(hashText('one\ntwo\n')).not.toBe(hashText('one\ntwo'))
  })

  it('knows the hashes of both branches when a merge left a conflict in it', () => {
    const [ours, theirs, both] = ['a', 'b', 'c'].map((text) => hashText(text))
    const text = [
      '{',
      `  "contract.json": "${both}",`,
      '<<<<<<< HEAD',
      `  "index.ts": "${ours}",`,
      '=======',
      `  "index.ts": "${theirs}",`,
      '>>>>>>> branch',
      `  "messages.ts": "${both}"`,
      '}',
    ].join('\n')
    const manifest = readManifest(text)
    expect(manifest.state).toBe('broken')
    expect([...manifest.hashes.keys()]).toEqual(['contract.json', 'index.ts', 'messages.ts'])
    expect([...(manifest.hashes.get('index.ts') ?? [])]).toEqual([ours, theirs])
  })

  it.each([
    ['text that is no JSON', 'nonsense'],
    ['a list', '[]'],
    ['a hash that is none', '{ "index.ts": "abc" }'],
    ['nothing', ''],
  ])('is broken, not an error, when it holds %s', (_, text) => {
    expect(readManifest(text)).toEqual({ state: 'broken', hashes: new Map() })
  })

  it.each([['../outside.ts'], ['/etc/passwd'], ['a/../../b'], ['C:/windows'], ['a\\..\\b'], ['./a'], ['a//b'], ['']])(
    'does not list %j, which would lead out of the folder',
    (path) => {
      const manifest = readManifest(JSON.stringify({ [path]: hashText('x'), 'index.ts': hashText('x') }, null, 2))
      expect(manifest.state).toBe('broken')
      expect([...manifest.hashes.keys()]).toEqual(['index.ts'])
    },
  )
})
