import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { openCircles } from '../../generator/render/open-circles.js'
import { schemaDocument, schemaPointer } from '../../generator/render/schema-document.js'
import { createValidator } from '../../templates/runtime/message/validator.js'
import { loadTexts } from '../load/load-texts.js'
import { complaintsOfSeven } from '../render/compile.js'
import { renderContract } from '../render/render-contract.js'
import { type DocumentFiles, documentFiles } from './random-document.js'

const amount = process.env.TEST_FULL === undefined ? 100 : 2_000
const atOnce = 100

describe('what is generated from random documents of two files', () => {
  test('compiles, and its schemas do', async () => {
    const seen = { circles: 0, letThrough: 0, refused: 0 }
    for (let done = 0; done < amount; done += atOnce) {
      const drawn = fc.sample(documentFiles, { numRuns: Math.min(atOnce, amount - done), seed: 50_000 + done })
      const outputs = await Promise.all(drawn.map((files, i) => outputOf(files, i, seen)))
      expect(await complaintsOfSeven(outputs.flat(), 'nodenext')).toBe('')
    }
    expect(seen.circles).toBeGreaterThan(amount / 50)
    expect(Math.min(seen.letThrough, seen.refused)).toBeGreaterThan(amount / 4)
  }, 3_600_000)
})

/** In a folder of its own, all with one runtime, since that is the same. */
async function outputOf(
  files: DocumentFiles,
  i: number,
  seen: { circles: number; letThrough: number; refused: number },
): Promise<readonly OutputFile[]> {
  const { document, findings } = await loadTexts(files, 'spec.json')
  if (document === undefined) throw new Error('it is no document')
  const made = build(document)
  expect({ files, errors: [...findings, ...made.findings].filter(isError) }).toEqual({ files, errors: [] })
  expect({ files, faults: await compileSchemas(made.contract) }).toEqual({ files, faults: [] })
  const schemas = openCircles(made.contract.schemas)
  if (schemas !== made.contract.schemas) seen.circles += 1
  const validator = createValidator({ ...schemaDocument({ schemas }) })
  for (const { payload } of Object.values(made.contract.messages)) {
    if (payload === undefined) continue
    for (const value of [null, {}, [], 'a', 1]) {
      seen[validator.check(schemaPointer(payload), value) === undefined ? 'letThrough' : 'refused'] += 1
    }
  }
  const output = await renderContract(made.contract, { docs: made.docs })
  return output
    .filter(({ path }) => path.endsWith('.ts') && (i === 0 || !path.startsWith('runtime/')))
    .map(({ path, text }) => {
      if (path.startsWith('runtime/')) return { path, text }
      return { path: `document${i}/${path}`, text: text.replaceAll("'./runtime/", "'../runtime/") }
    })
}
