import { describe, expect, test } from 'vitest'
import { docOf } from '../../generator/build/schema/collect-schemas.js'
import type { Doc } from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'
import { docComment } from '../../generator/render/doc.js'
import { ownDoc, schemaDoc } from '../../generator/render/types/schema-doc.js'
import { schemaSource } from '../../generator/render/types/schema-reader.js'

const place = '#/components/schemas/Order/properties/state'

function comment(schema: Json, doc: Doc = {}): string {
  const source = schemaSource({ schemaAt: () => true, docs: { [place]: doc }, nameAt: () => undefined })
  return docComment(ownDoc({ schema, place }, source), 0)
}

describe('a comment says', () => {
  test.each<[string, Json, Doc, string]>([
    ['what is said', {}, { description: 'How far it got' }, '/** How far it got. */'],
    ['a title where nothing else is said', {}, { title: 'State of the order' }, '/** State of the order. */'],
    [
      'title and description',
      {},
      { title: 'Progress', description: 'how far it got' },
      '/** Progress. how far it got. */',
    ],
    ['no title that is the name', {}, { title: 'State', description: 'How far it got' }, '/** How far it got. */'],
    ['no title that is the description', {}, { title: 'How far', description: 'how far' }, '/** how far. */'],
    ['limits', { type: 'string', minLength: 1, maxLength: 3 }, {}, '/** 1 to 3 characters. */'],
    ['formats', { type: 'string', format: 'date-time' }, {}, '/** ISO 8601 date and time. */'],
    ['64 bits', { type: 'integer', format: 'int64' }, {}, '/** Integer. Format `int64`. */'],
    ['who writes', { type: 'string', readOnly: true }, {}, '/** Read only. */'],
    ['who reads', { type: 'string', writeOnly: true }, {}, '/** Write only. */'],
    ['a default', { type: 'integer', default: 3 }, {}, '/** Integer. Default `3`. */'],
    ['that it is deprecated', { deprecated: true }, {}, '/**\n * @deprecated\n */'],
    ['nothing of what is not', { deprecated: false, readOnly: false }, {}, '/**  */'],
    [
      'where more is said',
      {},
      { see: { url: 'https://example.org/state', description: 'all states' } },
      '/**\n * @see https://example.org/state all states\n */',
    ],
    ['an example', {}, { examples: ['paid'] }, '/**\n * @example "paid"\n */'],
  ])('%s', (_, schema, doc, expected) => expect(comment(schema, doc)).toBe(expected))

  test('nothing that ends it or gives orders, whoever wrote the link', () => {
    const see = { url: 'https://x/*/alert(1)//', description: '\n@ts-ignore' }
    expect(comment({}, { see })).toBe('/**\n * @see https://x/*\\/alert(1)//\n * \\@ts-ignore\n */')
  })

  test('where more is said only with an address', () => {
    const url = 'https://example.org'
    expect(docOf({ externalDocs: { url, description: 'more' } })).toEqual({ see: { url, description: 'more' } })
    expect(docOf({ externalDocs: { description: 'more' } })).toBeUndefined()
    expect(docOf({ externalDocs: { $ref: '#/components/externalDocs/more' } })).toBeUndefined()
  })

  test('for a reference to a named text, what is said where it is declared', () => {
    const target = '#/components/schemas/State'
    const source = schemaSource({
      schemaAt: () => ({ type: 'string', maxLength: 3 }),
      docs: { [target]: { description: 'How far it got' } },
      nameAt: () => 'State',
    })
    const doc = schemaDoc({ schema: { $ref: target }, place }, source)
    expect(docComment(doc, 0)).toBe('/** How far it got. At most 3 characters. */')
  })
})
