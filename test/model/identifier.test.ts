import { isIdentifierStart, ScriptTarget } from 'typescript'
import { describe, expect, test } from 'vitest'
import { camelName, isIdentifier, isMemberName, pascalName } from '../../generator/model/identifier.js'
import { nameWords } from '../../generator/model/words.js'

describe('a name in PascalCase', () => {
  test.each([
    ['OrderPaid', 'OrderPaid'],
    ['orderPaid', 'OrderPaid'],
    ['order-paid', 'OrderPaid'],
    ['order.paid/v1', 'OrderPaidV1'],
    ['ORDER_PAID', 'OrderPaid'],
    ['SKU', 'SKU'],
    ['SKUChanged', 'SKUChanged'],
    ['se.lfv.swim-x.METAR', 'SeLfvSwimXMETAR'],
    ['1st', '_1st'],
    ['commande-payée', 'CommandePayée'],
    ['東京.注文', '東京注文'],
    ['straße', 'Straße'],
    ['ßeta', 'SSeta'],
    ['$ref', 'Ref'],
    ['__proto__', 'Proto'],
    ["it's", 'ItS'],
  ])('of %j is %s', (text, name) => expect(pascalName(text)).toBe(name))

  test.each(['', '/', '???', '__', '🐇'])('cannot be made of %j', (text) => expect(pascalName(text)).toBeUndefined())
})

describe('a name in camelCase', () => {
  test.each([
    ['OrderPaid', 'orderPaid'],
    ['SKUChanged', 'skuChanged'],
    ['SKU', 'sku'],
    ['S1', 's1'],
    ['A', 'a'],
    ['ABc', 'aBc'],
    ['_1st', '_1st'],
    ['東京', '東京'],
  ])('of %s is %s', (pascal, camel) => expect(camelName(pascal)).toBe(camel))
})

test('words of TypeScript are no identifiers', () => {
  expect(['order', '$', '_', '東京', 'Class'].map(isIdentifier)).toEqual([true, true, true, true, true])
  expect(['class', 'await', 'string', '1st', 'a-b', '', 'a b'].filter(isIdentifier)).toEqual([])
})

test('the words of a name', () => {
  expect(nameWords('orderID')).toEqual(['order', 'id'])
  expect(nameWords('HTTPServer_name-2b')).toEqual(['http', 'server', 'name', '2b'])
  expect(nameWords('--')).toEqual([])
})

test('a letter that TypeScript 5 and the oldest Node do not know makes no name', () => {
  const letters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(isIdentifier)
  expect(letters.length).toBeGreaterThan(40_000)
  const known = letters.filter((letter) => isIdentifierStart(letter.codePointAt(0) ?? 0, ScriptTarget.ES2022))
  expect(letters.length - known.length).toBe(0)
  expect(letters.filter((letter) => !isMemberName(camelName(letter)))).toEqual([])
  // Of what came with Unicode 14 to 17, and of what is not to be seen.
  expect(['\u088f', '\u0c5d', '\ua7cb', '\u{1df00}', '\u{31350}', '\u3164', 'a\u200d'].filter(isIdentifier)).toEqual([])
})
