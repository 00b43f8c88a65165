import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { loadDocument } from '../../generator/load/load-document.js'
import type { Contract, PlaceKey } from '../../generator/model/contract.js'
import { declaredTypes } from '../../generator/render/types/declarations.js'
import { schemaSource } from '../../generator/render/types/schema-reader.js'
import { typeNames } from '../../generator/render/types/type-names.js'
import { type Diagnostic, diagnosticsOf, type Module } from './compiled.js'
import { allKeywords, KeywordCounter } from './keyword-counter.js'
import { comparable, differences } from './peer-differences.js'
import { peerText } from './peer-text.js'
import { containsItself, declarationsOf, type SchemaSet, schemaSets, subject } from './schema-set.js'

const sets = process.env.TEST_FULL === undefined ? 1_000 : 5_000
const atOnce = 500

describe('our types and those of json-schema-to-typescript', () => {
  test('accept each other for random schemas, but for the listed differences', async () => {
    const met = new Map<string, number>()
    const counter = new KeywordCounter()
    let compared = 0
    for (const batch of batches()) {
      const files: Module[] = []
      for (const [i, drawn] of batch.entries()) {
        const schemas = mapped(drawn, (schema) => {
          return comparable(
            schema,
            (place) => drawn[place] ?? true,
            (name) => met.set(name, (met.get(name) ?? 0) + 1),
          )
        })
        for (const schema of Object.values(schemas)) counter.count(schema)
        const text = await peerText(schemas, declarationsOf(schemas)).catch(failure)
        if (text !== undefined) files.push({ path: `pair${i}.ts`, text })
      }
      expect(complaintsIn(files, await diagnosticsOf(files))).toEqual([])
      compared += files.length
    }
    expect(compared).toBeGreaterThan(0.85 * sets)
    expect(Object.keys(differences).filter((name) => !met.has(name))).toEqual([])
    expect(
      counter.rarerThan(
        20,
        allKeywords.filter((word) => !takenOut.includes(word)),
      ),
    ).toEqual([])
  }, 3_600_000)

  test('accept each other for the documents of the repository', async () => {
    const files = (await Promise.all(documents.map(contractOf))).map(async (contract, i) => {
      if (contract === undefined) return []
      const schemaAt = (place: PlaceKey) => contract.schemas[place] ?? true
      const schemas = mapped(contract.schemas, (schema) => comparable(schema, schemaAt, () => {}))
      if (containsItself(schemas)) return []
      const names = typeNames({ ...contract, schemas }, new Set())
      const source = schemaSource({
        schemaAt: (place) => schemas[place] ?? true,
        docs: {},
        nameAt: (place) => names.get(place),
      })
      const declared = declaredTypes(Object.keys(schemas), source)
      return declared.size === 0 ? [] : [{ path: `document${i}.ts`, text: await peerText(schemas, declared) }]
    })
    const made = (await Promise.all(files)).flat()
    expect(made.length).toBeGreaterThan(30)
    expect(complaintsIn(made, await diagnosticsOf(made))).toEqual([])
  }, 60_000)

  test('differ for the example of each listed difference', async () => {
    const examples = Object.entries(differences)
    const files = examples.map(async ([name, { example }]) => {
      const schemas = { [subject]: example }
      return { path: `${name}.ts`, text: await peerText(schemas, declarationsOf(schemas, [subject])) }
    })
    const found = await diagnosticsOf(await Promise.all(files))
    const differing = new Set(found.map(({ path }) => path))
    expect(examples.map(([name]) => name).filter((name) => !differing.has(`${name}.ts`))).toEqual([])
  }, 60_000)

  test('accept each other for these examples without the difference', async () => {
    const files = Object.entries(differences).map(async ([name, { example }]) => {
      const schemas = {
        [subject]: comparable(
          example,
          () => true,
          () => {},
        ),
      }
      return { path: `${name}.ts`, text: await peerText(schemas, declarationsOf(schemas, [subject])) }
    })
    const made = await Promise.all(files)
    expect(complaintsIn(made, await diagnosticsOf(made))).toEqual([])
  }, 60_000)
})

const root = fileURLToPath(new URL('../../', import.meta.url))
const documents = [
  ...readdirSync(join(root, 'specs'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `specs/${name}`),
  ...readdirSync(join(root, 'test/cases')).map((name) => `test/cases/${name}/spec.yaml`),
  'test/render/shapes.yaml',
].filter((path) => existsSync(join(root, path)))

async function contractOf(path: string): Promise<Contract | undefined> {
  const { document } = await loadDocument({ path, cwd: root })
  const options = join(root, path, '../options.json')
  if (document === undefined) return undefined
  return build(document, existsSync(options) ? JSON.parse(readFileSync(options, 'utf8')) : {}).contract
}

function* batches(): Generator<readonly SchemaSet[]> {
  for (let done = 0; done < sets; done += atOnce) {
    const drawn = fc.sample(schemaSets({ exact: false }), {
      numRuns: Math.min(atOnce, sets - done),
      seed: 30_000 + done,
    })
    // Such schemas say nothing, and the peer's types for them do not compile.
    yield drawn.filter((schemas) => !containsItself(schemas))
  }
}

function mapped(schemas: SchemaSet, change: (schema: SchemaSet[string]) => SchemaSet[string]): SchemaSet {
  return Object.fromEntries(Object.entries(schemas).map(([place, schema]) => [place, change(schema)]))
}

/** The peer fails on an object that contains itself in its `allOf`, through a map. Other failures are ours. */
function failure(error: unknown): undefined {
  if (!String(error).includes("reading 'push'")) throw error
  return undefined
}

/** Words that the listed differences take out of every schema. */
const takenOut: readonly string[] = ['not', 'propertyNames', 'maxItems']

/** A tuple that contains itself cannot be written out as readonly at every depth; used alone, both types are fine. */
const endlessInTest = 'TS2589'

/** One complaint for each file, with the file. */
function complaintsIn(files: readonly Module[], found: readonly Diagnostic[]) {
  const first = new Map(
    [...found]
      .filter(({ code }) => code !== endlessInTest)
      .reverse()
      .map((one) => [one.path, one]),
  )
  return [...first.values()].map(({ path, line, text }) => {
    const content = files.find((file) => file.path === path)?.text ?? ''
    const about = content.split('\n')[line - 1] ?? ''
    return `${path} ${about.slice(0, 60)}: ${text}\n${content}`
  })
}
