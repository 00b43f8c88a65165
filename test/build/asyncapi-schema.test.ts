import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { keyTable } from '../../generator/build/grammar/table.js'
import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { annotatedPlaces } from './annotated-places.js'
import { asyncapiSchema, versions } from './asyncapi-schema.js'

const root = new URL('../../', import.meta.url)
const path = new URL('schema/asyncapi-with-idempotency.schema.json', root)
if (process.env.UPDATE_CASES === '1') writeFileSync(path, schemaText(asyncapiSchema()))

const schema = JSON.parse(readFileSync(path, 'utf8')) as JsonObject
// As the official parser reads the schemas.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
formats.default(ajv)
const validate = ajv.compile(schema)

test('the published schema is the official ones with the annotation of the grammar', () => {
  expect(readFileSync(path, 'utf8')).toBe(schemaText(asyncapiSchema()))
})

test('the published schema refers to nothing outside, so that editors need no network', () => {
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
  expect(references.length).toBeGreaterThan(500)
  expect(references.filter((ref) => !ref.startsWith('#/definitions/'))).toEqual([])
})

describe('documents that are right have no error', () => {
  const specs = readdirSync(new URL('specs/', root)).filter((name) => name.endsWith('.yaml'))
  test.each(specs)('specs/%s', (name) => expect(errorsOf(read(`specs/${name}`))).toEqual([]))

  const cases = readdirSync(new URL('test/cases/', root)).filter((name) => {
    const files = readdirSync(new URL(`test/cases/${name}/`, root))
    const isRight = files.includes('contract.json') && files.includes('spec.yaml') && !files.includes('findings.txt')
    // AsyncAPI forbids what that one is about, and build takes what it can.
    return isRight && name !== 'binding-exchange-and-queue'
  })
  test('the cases without findings', () => {
    expect(cases.length).toBeGreaterThan(20)
    const wrong = cases.map((name) => [name, errorsOf(read(`test/cases/${name}/spec.yaml`))] as const)
    expect(wrong.filter(([, errors]) => errors.length > 0)).toEqual([])
  })
})

describe.each(versions)('AsyncAPI %s', (version) => {
  const { document, places } = annotatedPlaces(version)

  test('has annotations that are right wherever they may stand', () => {
    expect(places.length).toBeGreaterThan(9)
    expect(errorsOf(document)).toEqual([])
  })

  test.each(places)('has an error at a key that is misspelt in %s', (pointer) => {
    const errors = errorsOf(withMember(document, pointer.slice(1).split('/'), 'misspelt'))
    expect(errors).toContain(`${pointer} must NOT have additional properties: misspelt`)
  })

  test('has an error at a key of AsyncAPI that is misspelt', () => {
    expect(errorsOf(withMember(document, ['info'], 'titel'))).toContain(
      '/info must NOT have additional properties: titel',
    )
  })
})

test('a version that idemgen does not read is an error', () => {
  const errors = errorsOf({ asyncapi: '1.2.0', info: { title: 'x', version: '1' }, channels: {} })
  expect(errors).toEqual(['/asyncapi must be equal to one of the allowed values'])
})

test.each(Object.entries(keyTable))('editors are told of %s what the grammar says', (name, key) => {
  const { about, ...rest } = { default: undefined, examples: undefined, ...key }
  const definition = definitionOf(name)
  expect(definition.description).toContain(about)
  expect(definition.default).toEqual(rest.default)
  expect(definition.examples).toEqual(rest.examples)
  if (key.shape.kind === 'word') expect(definition.enum).toEqual(key.shape.of)
})

test('what editors offer as an example is right', () => {
  const offered = Object.entries(keyTable).flatMap(([name, key]) =>
    'examples' in key ? key.examples.map((example) => [name, example] as const) : [],
  )
  expect(offered.length).toBeGreaterThan(15)
  for (const [name, example] of offered) {
    const isRight = ajv.validate(
      { ...schema, allOf: undefined, ...definitionOf(name), required: [], type: undefined },
      example,
    )
    expect([name, example, isRight]).toEqual([name, example, true])
  }
})

function definitionOf(name: string): JsonObject {
  const { definitions } = schema
  const definition = isObject(definitions) ? definitions[`x-idempotency-${name}`] : undefined
  if (!isObject(definition)) throw new Error(`the schema does not define ${name}`)
  return definition
}

function errorsOf(document: Json): readonly string[] {
  if (validate(document)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? `: ${params.additionalProperty}` : ''
    return `${instancePath} ${message}${extra}`
  })
}

function withMember(value: Json, [segment, ...rest]: readonly string[], name: string): Json {
  if (segment === undefined) return isObject(value) ? { ...value, [name]: 1 } : value
  if (isList(value)) return value.map((item, i) => (String(i) === segment ? withMember(item, rest, name) : item))
  return isObject(value) ? { ...value, [segment]: withMember(value[segment] ?? null, rest, name) } : value
}

function read(name: string): Json {
  return load(readFileSync(new URL(name, root), 'utf8')) as Json // what js-yaml reads is JSON, as the loader has it
}

/** A line for each definition: a change shows where it is, and the file is no larger than it has to be. */
function schemaText({ definitions, ...rest }: JsonObject): string {
  const lines = Object.entries(definitions as JsonObject).map(
    ([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`,
  )
  return `${JSON.stringify(rest).slice(0, -1)},"definitions":{\n${lines.join(',\n')}\n}}\n`
}
