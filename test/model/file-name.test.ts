import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileNameOf } from '../../generator/model/file-name.js'

describe('the name of a file', () => {
  test.each([
    ['orders', 'orders'],
    ['Order Events.v2', 'order-events-v2'],
    ['orderEvents', 'order-events'],
    ['../..//etc/passwd', 'etc-passwd'],
    ['Commandé', 'commande'],
    ['ﬁle', 'file'],
    ['con', 'con-file'],
    ['NUL', 'nul-file'],
    ['com1', 'com1-file'],
    ['lpt¹', 'lpt1-file'],
    ['console', 'console'],
    ['', 'file'],
    ['東京', 'file'],
    ['🐇', 'file'],
    ['ORDERS', 'orders'],
    ['a'.repeat(300), 'a'.repeat(60)],
    [`${'a'.repeat(59)}-b`, 'a'.repeat(59)],
  ])('of %j is %s', (text, name) => expect(fileNameOf(text)).toBe(name))

  test('is one that every file system takes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const name = fileNameOf(text)
        expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/)
        expect(fileNameOf(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })
})
