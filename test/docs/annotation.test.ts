import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import type { Shape } from '../../generator/build/grammar/shape.js'
import { keyTable, type PlacedKey } from '../../generator/build/grammar/table.js'
import { loadDocument } from '../../generator/load/load-document.js'
import type { Contract } from '../../generator/model/contract.js'
import { defaultKeyVersion, groupDefaults, limitDefaults, publishDefaults } from '../../generator/model/defaults.js'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { type Finding, isError } from '../../generator/model/finding.js'
import { whyVolatile } from '../../generator/model/volatile.js'
import { emittedNames } from '../../generator/render/emitted-names.js'
import { businessKey } from '../../templates/runtime/key.js'

const docs = new URL('../../docs/', import.meta.url)
const doc = readFileSync(new URL('annotation.md', docs), 'utf8')
const schema = JSON.parse(readFileSync(new URL('../../schema/x-idempotency.schema.json', import.meta.url), 'utf8'))

/** Blocks that start with `asyncapi:` are documents, the others parts of the first document. */
const blocks = [...doc.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text ?? '')
const example = objectOf(blocks[0] ?? '')
const keyRows = rows('key').filter(([key]) => key?.startsWith('`'))
/** Cells that hold a value in code; the others are words. */
const literals = keyRows.flatMap(([key = '', , usual = '']) => {
  return usual.startsWith('`') ? [[code(key), load(code(usual)) as Json] as const] : []
})

test('blocks and tables are found', () => {
  const found = [blocks, keyRows, literals, rows('event type'), rows('', 'known by'), rows('written')]
  expect(found.map(({ length }) => length > 2)).toEqual(found.map(() => true))
})

describe('an example of the reference has no errors', () => {
  test.each(blocks.map((text) => [text.trim().split('\n').slice(0, 3).join(' '), text]))('%s', async (_, text) => {
    const { findings, contract } = await built(documentFrom(objectOf(text)))
    expect(findings.filter(isError)).toEqual([])
    expect(Object.keys(contract.messages).length).toBeGreaterThan(1)
  })
})

describe('the table of keys', () => {
  test('has every key of the published schema, and no other', () => {
    const known = placeNames.flatMap(([definition]) => Object.keys(schema.definitions[definition].properties))
    expect(keyRows.map(([key = '']) => code(key)).sort()).toEqual(
      [...new Set(known)].filter((name) => name !== '$ref').sort(),
    )
  })

  test('says where each of them may stand', () => {
    const where = (key: string) =>
      placeNames.flatMap(([definition, letter]) =>
        Object.hasOwn(schema.definitions[definition].properties, key) ? [letter] : [],
      )
    const expected = keyRows.map(([key = '']) => [code(key), [...new Set(where(code(key)))].join(' ')])
    expect(keyRows.map(([key = '', places]) => [code(key), places])).toEqual(expected)
  })

  test('has the defaults of the code', () => {
    const known: JsonObject = {
      ...groupDefaults,
      publish: publishDefaults,
      keyVersion: defaultKeyVersion,
      limits: limitDefaults,
    }
    const written = Object.fromEntries(literals)
    for (const [key, usual] of Object.entries(known)) {
      const isKind = isObject(usual) && typeof usual.kind === 'string'
      expect({ [key]: written[key] }).toEqual({ [key]: isKind ? usual.kind : usual })
    }
  })

  test.each(literals)('%s written out changes nothing', async (key, usual) => {
    const isRoot = key === 'grammar' || key === 'limits'
    const bare = { businessKey: ['orderId'], consumerGroup: 'mail' }
    const base = { ...example, 'x-idempotency': {}, channels: { orderPaid: channel(bare) } }
    const other = isRoot
      ? { ...base, 'x-idempotency': { [key]: usual } }
      : { ...base, channels: { orderPaid: channel({ ...bare, [key]: usual }) } }
    const [without, with_] = [await built(base), await built(other)]
    expect(with_.findings).toEqual([])
    expect(with_.contract).toEqual(without.contract)
  })

  test('mentions every inner key, or the text beside it does', () => {
    const mentioned = new Set(codeSpans(doc).flatMap((span) => span.split(/[^\w$-]+/)))
    const names = new Set(propertyNames(schema.definitions))
    expect(names.size).toBeGreaterThan(40)
    expect([...names].filter((name) => !mentioned.has(name))).toEqual([])
  })
})

test('what is listed as not built yet is what is refused, and all of it', async () => {
  const refused = new Set<string>()
  for (const span of codeSpans(section('Not built yet')).filter((text) => text.includes(': '))) {
    const { findings } = await built(annotated({ businessKey: ['orderId'], ...objectOf(span) }))
    expect([span, findings.map(({ rule }) => rule)]).toEqual([span, ['not-built-yet']])
    for (const { message } of findings)
      refused.add(message.replace(/(: \d+)? is not built yet$/, '').replaceAll('"', ''))
  }
  expect([...refused].sort()).toEqual(Object.entries<PlacedKey>(keyTable).flatMap(unbuilt).sort())
})

test('names are as the table of names says', async () => {
  const annotation = { businessKey: ['id'], eventType: 'order.created' }
  const orders = { address: 'orders', messages: { Created: { payload: {} } }, 'x-idempotency': annotation }
  const { contract } = await built(merge(example, { channels: { orders } }))
  const names = emittedNames(contract)
  expect(Object.keys(contract.publishers)).toEqual(['orderCancelled', 'orderPaid', 'ordersCreated'])
  expect(names.messages.get('OrderPaid')?.keyFunction).toBe('orderPaidKey')
  expect(names.types.get('#/components/messages/OrderPaid/payload')).toBe('OrderPaid')
  expect(names.groups.get('marketingCoupon')).toEqual({
    start: 'startMarketingCoupon',
    handlers: 'MarketingCouponHandlers',
  })
  expect(names.errors.get('CouponExhausted')).toBe('CouponExhausted')
  expect(names.eventTypes.get('ORDER_PAID')).toBe('ORDER_PAID')
  expect(names.eventTypes.get('order.created')).toBe('ORDER_CREATED')
  for (const name of ['ordersCreated', 'orderPaidKey', 'startMarketingCoupon', 'MarketingCouponHandlers']) {
    expect(rows('in the document').flat().join().toLowerCase()).toContain(name.toLowerCase())
  }
})

test.each(rows('event type'))('the key of %s with %s is %s', (eventType, values, key) => {
  const payload: readonly unknown[] = JSON.parse(code(values ?? ''))
  const fields = payload.map((_, i) => ({ in: 'payload', path: [String(i)], type: 'string' }) as const)
  const made = businessKey({ ...descriptor, eventType: code(eventType ?? ''), key: fields }, { payload })
  expect(made).toBe(code(key ?? ''))
})

test.each(rows('', 'known by'))('names are volatile or not: %s', (kind, names = '') => {
  const judged = codeSpans(names).map((name) => {
    const why = whyVolatile({ name }) ?? whyVolatile({ name: 'value', format: name })
    return [name, why !== undefined]
  })
  expect(judged).toEqual(codeSpans(names).map((name) => [name, kind !== 'not volatile']))
})

test.each(rows('written'))('the mistake %s is reported as written', async (written = '', printed = '', mend = '') => {
  const [annotation = {}, rest = {}] = codeSpans(written).map(objectOf)
  const { findings } = await built(merge(annotated(annotation), rest))
  const [, rule, message = ''] = /^`([a-z-]+)` (.+)$/.exec(printed) ?? []
  const texts = findings.map((finding) => `${finding.rule} ${finding.message}`)
  const found = findings.filter((_, i) => texts[i]?.startsWith(`${rule} ${message}`))
  expect({ texts, found: found.length }).toEqual({ texts, found: 1 })
  if (mend.includes('in the hint')) expect(found[0]?.hint).toBeDefined()
})

test('what it links to exists', () => {
  const links = [...doc.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '')
  const missing = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const file = new URL(path === '' ? 'annotation.md' : path, docs)
    if (!existsSync(fileURLToPath(file))) return true
    return anchor !== undefined && !headings(readFileSync(file, 'utf8')).includes(anchor)
  })
  expect(links.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

const placeNames = [
  ['root', 'R'],
  ['defaults', 'D'],
  ['channelSettings', 'C'],
  ['message', 'M'],
  ['channelMessage', 'M'],
  ['operation', 'O'],
  ['group', 'G'],
] as const

const descriptor = {
  keyVersion: 1,
  fingerprint: { version: '1', ignore: [] },
  sensitive: [],
  addresses: [],
  parameters: [],
  match: {},
  contentType: 'application/json',
}

async function built(
  document: JsonObject,
): Promise<{ readonly contract: Contract; readonly findings: readonly Finding[] }> {
  const readFile = async () => Buffer.from(JSON.stringify(document))
  const loaded = await loadDocument({ path: 'reference.json', cwd: fileURLToPath(docs), readFile })
  if (loaded.document === undefined) throw new Error(JSON.stringify(loaded.findings))
  const { contract, findings } = build(loaded.document)
  return { contract, findings: [...loaded.findings, ...findings] }
}

function documentFrom(part: JsonObject): JsonObject {
  if (part.asyncapi !== undefined) return part
  const annotation = part['x-idempotency']
  return isObject(annotation) ? annotated(annotation) : merge(example, part)
}

/** The example with another annotation on its channel `orderPaid`. */
function annotated(annotation: JsonObject): JsonObject {
  return merge(example, { channels: { orderPaid: { 'x-idempotency': annotation } } })
}

function channel(annotation: JsonObject): Json {
  const { channels } = example
  return isObject(channels) && isObject(channels.orderPaid)
    ? { ...channels.orderPaid, 'x-idempotency': annotation }
    : annotation
}

/** Objects key by key; an annotation is replaced whole. */
function merge(base: JsonObject, over: JsonObject): JsonObject {
  const entries = Object.entries(over).map(([name, value]) => {
    const before = base[name]
    const isDeep = name !== 'x-idempotency' && isObject(before) && isObject(value)
    return [name, isDeep ? merge(before, value) : value] as const
  })
  return { ...base, ...Object.fromEntries(entries) }
}

/** The rows of the tables whose header starts with these cells. */
function rows(...header: readonly string[]): readonly (readonly string[])[] {
  const tables = doc.split('\n\n').filter((part) => part.startsWith('|'))
  const found = tables.map((table) => table.trim().split('\n').map(cells))
  return found.filter(([first = []]) => header.every((cell, i) => first[i] === cell)).flatMap((table) => table.slice(2))
}

function cells(line: string): readonly string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function section(title: string): string {
  return doc.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
}

function headings(text: string): readonly string[] {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N}\s-]/gu, '').replace(/\s/g, '-'))
}

function codeSpans(text: string): readonly string[] {
  return [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? '')
}

function code(cell: string): string {
  return codeSpans(cell)[0] ?? ''
}

function objectOf(yaml: string): JsonObject {
  const value = load(yaml) as Json // what js-yaml reads is JSON, as the loader has it
  if (!isObject(value)) throw new Error(`no object: ${yaml}`)
  return value
}

function propertyNames(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(propertyNames)
  if (!isObject(value)) return []
  const own = isObject(value.properties) ? Object.keys(value.properties).filter((name) => name !== '$ref') : []
  return [...own, ...Object.values(value).flatMap(propertyNames)]
}

/** What of a key the grammar knows and the build refuses, as findings name it. */
function unbuilt([name, key]: readonly [string, { readonly shape: Shape; readonly unbuilt?: boolean }]): string[] {
  const { shape } = key
  if (key.unbuilt) return [name]
  if (shape.kind === 'word') return (shape.unbuilt ?? []).map((word) => `${name}: ${word}`)
  if (shape.kind === 'integer') return shape.builtMost === undefined ? [] : [name]
  if (shape.kind === 'object')
    return Object.entries(shape.keys).flatMap(([inner, of]) => unbuilt([`${name}.${inner}`, of]))
  if (shape.kind !== 'variants') return []
  return Object.entries(shape.of).flatMap(([kind, variant]) => (variant.unbuilt ? [`${name}: ${kind}`] : []))
}
