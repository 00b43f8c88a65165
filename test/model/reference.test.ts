import { describe, expect, test } from 'vitest'
import type { Json, SourceFile } from '../../generator/model/document.js'
import { findValue, referenceIn, referenceTarget, resolveValue } from '../../generator/model/reference.js'

function filesOf(values: Readonly<Record<string, Json>>): ReadonlyMap<string, SourceFile> {
  return new Map(
    Object.entries(values).map(([file, value]) => [file, { path: file || 'specs/orders.yaml', text: '', value }]),
  )
}

describe('where a reference leads', () => {
  const web = 'https://example.com/parts/x.yaml'
  const files = filesOf({ '': {}, [web]: {} })
  const remote = (file: string, pointer: string) => ({ kind: 'remote', place: { file, pointer } })
  const place = (file: string, pointer: string) => ({ kind: 'place', place: { file, pointer } })

  test.each([
    ['#/a/b', '', place('', '/a/b')],
    ['#', 'parts/x.yaml', place('parts/x.yaml', '')],
    ['./x.yaml#/a', '', place('x.yaml', '/a')],
    ['x.yaml', 'parts/y.yaml', place('parts/x.yaml', '')],
    ['../x.yaml#/a', 'parts/y.yaml', place('x.yaml', '/a')],
    ['../../x.yaml', 'parts/y.yaml', place('../x.yaml', '')],
    ['.\\parts\\x.yaml', '', place('parts/x.yaml', '')],
    ['a%20b.yaml#/c%20d~1e', '', place('a b.yaml', '/c d~1e')],
    ['#/100%', '', place('', '/100%')],
    ['x.yaml#/a#b', '', place('x.yaml', '/a#b')],
    ['./orders.yaml#/a', '', place('', '/a')],
    ['../orders.yaml#/a', 'parts/y.yaml', place('', '/a')],
    ['orders.yaml#/a', 'parts/y.yaml', place('parts/orders.yaml', '/a')],
    ['https://example.com/x.yaml#/a', '', remote('https://example.com/x.yaml', '/a')],
    ['https://example.com/a b.yaml?v=1#/c%20d~1e', '', remote('https://example.com/a%20b.yaml?v=1', '/c d~1e')],
    ['HTTP://Example.com', '', remote('http://example.com/', '')],
    ['//example.com/x', '', remote('https://example.com/x', '')],
    ['https://', '', { kind: 'malformed' }],
    ['https://example.com/x.yaml#a', '', { kind: 'malformed' }],
    ['urn:x:y', '', { kind: 'remote', forbidden: 'protocol' }],
    ['file:///etc/passwd', '', { kind: 'remote', forbidden: 'protocol' }],
    ['https://me:secret@example.com/x.yaml', '', { kind: 'remote', forbidden: 'password' }],
    ['#/a', web, place(web, '/a')],
    ['y.yaml#/a', web, remote('https://example.com/parts/y.yaml', '/a')],
    ['../../../y.yaml', web, remote('https://example.com/y.yaml', '')],
    ['/etc/passwd', web, remote('https://example.com/etc/passwd', '')],
    ['\\\\host\\share', web, remote('https://host/share', '')],
    ['http://example.com/y.yaml', web, remote('http://example.com/y.yaml', '')],
    ['file:///etc/passwd', web, { kind: 'remote', forbidden: 'protocol' }],
    ['C:\\x.yaml', web, { kind: 'remote', forbidden: 'protocol' }],
    ['/x.yaml', '', { kind: 'absolute' }],
    ['C:\\x.yaml', '', { kind: 'absolute' }],
    ['#a', '', { kind: 'malformed' }],
    ['x.yaml#a/b', '', { kind: 'malformed' }],
    ['', '', { kind: 'malformed' }],
  ])('%j in %j', (ref, file, target) => {
    expect(referenceTarget(files, { ref, file })).toEqual(target)
  })
})

test('a path that leaves the folder of the root spec and comes back is the same file', () => {
  const root = { path: 'spec.yaml', absolutePath: '/any/project/specs/spec.yaml', text: '', value: {} }
  const target = (ref: string, file: string) => referenceTarget(new Map([['', root]]), { ref, file })
  for (const [ref, file, expected] of [
    ['../specs/a.yaml', '', 'a.yaml'],
    ['../specs/parts/a.yaml', '../shared/b.yaml', 'parts/a.yaml'],
    ['../specs/spec.yaml', '../shared/b.yaml', ''],
    ['../../project/specs/../shared/c.yaml', '', '../shared/c.yaml'],
    ['../../../../../etc/x.yaml', '', '../../../etc/x.yaml'],
    ['.', '', '.'],
    ['..', 'parts/a.yaml', '.'],
  ] as const) {
    expect(target(ref, file)).toEqual({ kind: 'place', place: { file: expected, pointer: '' } })
  }
})

describe('values', () => {
  const files = filesOf({
    '': {
      messages: { paid: { $ref: './parts/paid.yaml#/message' } },
      alias: { $ref: '#/messages/paid' },
      circle: { $ref: '#/circle' },
      first: { $ref: '#/second' },
      second: { $ref: '#/first' },
      lost: { $ref: '#/nowhere' },
      list: [{ name: 'a' }],
      'a/b': { 'c~d': 1 },
    },
    'parts/paid.yaml': { message: { payload: { $ref: '#/schemas/Paid' } }, schemas: { Paid: { type: 'object' } } },
  })

  test('are found through the references on the way, at the place where they really stand', () => {
    expect(findValue(files, { file: '', pointer: '/alias/payload/type' })).toEqual({
      place: { file: 'parts/paid.yaml', pointer: '/schemas/Paid/type' },
      value: 'object',
    })
  })

  test('stay references at their own place until they are resolved', () => {
    expect(findValue(files, { file: '', pointer: '/alias' })?.value).toEqual({ $ref: '#/messages/paid' })
    expect(resolveValue(files, { file: '', pointer: '/alias/payload' })).toEqual({
      place: { file: 'parts/paid.yaml', pointer: '/schemas/Paid' },
      value: { type: 'object' },
    })
  })

  test('are found in lists and under escaped names', () => {
    expect(findValue(files, { file: '', pointer: '/list/0/name' })?.value).toBe('a')
    expect(findValue(files, { file: '', pointer: '/a~1b/c~0d' })?.value).toBe(1)
  })

  test.each(['/circle', '/first', '/lost', '/circle/x', '/list/1', '/list/00', '/list/length', '/toString', '/x'])(
    'there is none at %s',
    (pointer) => {
      expect(resolveValue(files, { file: '', pointer })).toBeUndefined()
    },
  )

  test('in a file that was not reached are not found', () => {
    expect(findValue(files, { file: 'other.yaml', pointer: '' })).toBeUndefined()
  })
})

test('only a text under $ref makes a reference', () => {
  expect(referenceIn({ $ref: '#/a' })).toBe('#/a')
  expect(referenceIn({ $ref: { type: 'string' } })).toBeUndefined()
  expect(referenceIn(['$ref'])).toBeUndefined()
  expect(referenceIn(null)).toBeUndefined()
  expect(referenceIn(Object.create({ $ref: '#/inherited' }) as Json)).toBeUndefined()
})
