import type { PlaceKey } from '../../model/contract.js'
import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { type DocText, sentences } from '../doc.js'
import { constraintText } from './constraints.js'
import { type PlacedSchema, referenced, type SchemaSource } from './schema-reader.js'

/** What a member's comment says: the spec's words on it, then what validation asks for. */
export function schemaDoc(placed: PlacedSchema, source: SchemaSource): DocText {
  const target = referenced(placed.schema, source)
  if (target === undefined) return ownDoc(placed, source)
  const own = words(placed, source)
  // The members of a named object have their comments where it is declared; a named text or number has no other place.
  const inherited = source.typesOf(target.place).has('object') ? noDoc : schemaDoc(target, source)
  return own === '' ? inherited : { ...inherited, lines: [own] }
}

const noDoc: DocText = { lines: [] }

/** What the comment of the schema's own declaration says. */
export function ownDoc(placed: PlacedSchema, source: SchemaSource): DocText {
  const schema = isObject(placed.schema) ? placed.schema : {}
  const prose = words(placed, source)
  const constraints = constraintText(schema)
  // Prose of several lines may end in a list or a block of code: no place to go on.
  const lines = /\n/.test(prose)
    ? [prose, ...(constraints === '' ? [] : ['', constraints])]
    : [sentences(prose, constraints)]
  return {
    lines: lines.filter((line, i) => line !== '' || i > 0),
    tags: [...deprecation(schema), ...seeAlso(placed, source), ...examples(placed, source)],
  }
}

/** Title and description; a title that is the name once more says nothing. */
function words({ place }: PlacedSchema, source: SchemaSource): string {
  const doc = source.docs[place]
  const [title, description] = [(doc?.title ?? '').trim(), (doc?.description ?? '').trim()]
  if (description === '' || title === '') return description || title
  if (letters(title) === letters(description) || letters(title) === letters(lastSegment(place))) return description
  return description.includes('\n') ? `${title}\n\n${description}` : sentences(title, description)
}

function lastSegment(place: PlaceKey): string {
  return place.slice(place.lastIndexOf('/') + 1)
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function deprecation(schema: JsonObject): NonNullable<DocText['tags']> {
  return schema.deprecated === true ? [{ name: 'deprecated', text: '' }] : []
}

function seeAlso({ place }: PlacedSchema, source: SchemaSource): NonNullable<DocText['tags']> {
  const see = source.docs[place]?.see
  return see === undefined ? [] : [{ name: 'see', text: [see.url, see.description ?? ''].join(' ').trim() }]
}

function examples({ place }: PlacedSchema, source: SchemaSource): NonNullable<DocText['tags']> {
  return (source.docs[place]?.examples ?? []).map((example) => ({ name: 'example', text: exampleText(example) }))
}

function exampleText(example: Json): string {
  const line = JSON.stringify(example)
  return line.length <= 100 ? line : JSON.stringify(example, null, 2)
}
