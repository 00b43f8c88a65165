import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFolder, readFolder } from '../../generator/output/read-folder.js'

let root = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-read-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const read = (name: string, paths: readonly string[]) =>
  Object.fromEntries(readFolder({ path: join(root, name), shownAs: name }, paths))

describe('readFolder', () => {
  it('leaves out free paths, also when the folder itself is missing', () => {
    expect(read('missing', ['a.ts'])).toEqual({})
    fs.writeFileSync(join(root, 'b.ts'), 'b')
    expect(read('.', ['a.ts', 'b.ts', 'runtime/c.ts'])).toEqual({ 'b.ts': { kind: 'file', text: 'b' } })
  })

  it('tells files, links and everything else apart', () => {
    fs.writeFileSync(join(root, 'file'), 'text')
    fs.mkdirSync(join(root, 'folder'))
    fs.symlinkSync('file', join(root, 'link'))
    fs.symlinkSync('folder', join(root, 'folder-link'))
    fs.symlinkSync('nowhere', join(root, 'dangling'))
    expect(read('.', ['file', 'folder', 'link', 'folder-link', 'dangling', 'file/below'])).toEqual({
      file: { kind: 'file', text: 'text' },
      folder: { kind: 'other', what: 'a folder' },
      link: { kind: 'link', text: 'text' },
      'folder-link': { kind: 'other', what: 'a symbolic link to a folder' },
      dangling: { kind: 'other', what: 'a symbolic link that leads nowhere' },
      'file/below': { kind: 'other', what: 'below a file that stands where a folder is needed' },
    })
  })

  it('refuses a file in the place of the folder', () => {
    fs.writeFileSync(join(root, 'generated'), '')
    const refusal = expect.objectContaining({
      code: 'not-a-folder',
      message: 'cannot read "generated": a file stands where a folder is needed',
    })
    expect(() => read('generated', ['a.ts'])).toThrow(refusal)
    expect(() => read('generated/below', ['a.ts'])).toThrow(expect.objectContaining({ code: 'not-a-folder' }))
  })

  it('refuses a folder behind links that lead in a circle', () => {
    fs.symlinkSync('loop', join(root, 'loop'))
    expect(() => read('loop', ['a.ts'])).toThrow(expect.objectContaining({ code: 'link-loop' }))
  })
})

describe('listFolder', () => {
  it('lists the names sorted, and nothing where there is no folder', () => {
    expect(listFolder({ path: join(root, 'missing'), shownAs: 'missing' })).toEqual([])
    for (const name of ['b', 'a', 'c']) fs.writeFileSync(join(root, name), '')
    expect(listFolder({ path: root, shownAs: '.' })).toEqual(['a', 'b', 'c'])
  })
})
