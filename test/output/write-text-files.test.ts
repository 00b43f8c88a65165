import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTextFiles } from '../../generator/output/write-text-files.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'idemgen-write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text = 'new') {
  return { path: join(folder, name), text, shown: name }
}

test('a link stays a link, and what it leads to is written', () => {
  writeFileSync(join(folder, 'real.yaml'), 'old')
  symlinkSync('real.yaml', join(folder, 'link.yaml'))
  writeTextFiles([file('link.yaml')])
  expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe('new')
})

test('a file keeps its mode', () => {
  writeFileSync(join(folder, 'private.yaml'), 'old')
  chmodSync(join(folder, 'private.yaml'), 0o600)
  writeTextFiles([file('private.yaml')])
  expect(statSync(join(folder, 'private.yaml')).mode & 0o777).toBe(0o600)
})

test('none is written where one cannot be, and nothing is left behind', () => {
  writeFileSync(join(folder, 'a.yaml'), 'old')
  mkdirSync(join(folder, 'b.yaml'))
  expect(() => writeTextFiles([file('a.yaml'), file('b.yaml/no/such/folder.yaml')])).toThrow(/b\.yaml/)
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.yaml', 'b.yaml'])
})

test.skipIf(process.getuid?.() === 0)('a file that may not be written stays', () => {
  writeFileSync(join(folder, 'a.yaml'), 'old', { mode: 0o444 })
  expect(() => writeTextFiles([file('a.yaml')])).toThrow(/a\.yaml/)
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('old')
})
