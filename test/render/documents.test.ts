import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { complaints, complaintsOfSeven } from './compile.js'
import { renderContract } from './render-contract.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every document of the repository that something is generated from. */
const documents = [
  ...readdirSync(join(root, 'specs'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `specs/${name}`),
  ...readdirSync(join(root, 'test/cases')).map((name) => `test/cases/${name}/spec.yaml`),
  'test/render/shapes.yaml',
].filter((path) => existsSync(join(root, path)))

/** The output of one document in a folder of its own; all share one runtime, since that is the same. */
async function outputOf(path: string, i: number): Promise<readonly OutputFile[]> {
  const { document } = await loadDocument({ path, cwd: root })
  if (document === undefined) return []
  const options = join(root, path, '../options.json')
  const made = build(document, existsSync(options) ? JSON.parse(readFileSync(options, 'utf8')) : {})
  if (made.findings.some(isError)) return []
  const files = await renderContract(made.contract, { docs: made.docs })
  return files
    .filter(({ path: name }) => name.endsWith('.ts') && (i === 0 || !name.startsWith('runtime/')))
    .map(({ path: name, text }) => {
      if (name.startsWith('runtime/')) return { path: name, text }
      return { path: `document${i}/${name}`, text: text.replaceAll("'./runtime/", "'../runtime/") }
    })
}

const outputs = Promise.all(documents.map(outputOf))

/** The specs that people read, and the one with all shapes: TypeScript 5.9 takes seven times as long as 7. */
const outstanding = outputs.then((all) => all.filter((_, i) => i === 0 || !documents[i]?.startsWith('test/cases')))

describe('what is generated from every document of the repository', () => {
  test('is something, for most of them', async () => {
    const all = await outputs
    const filled = documents.filter((_, i) => (all[i]?.length ?? 0) > 0)
    expect(filled.length).toBeGreaterThan(30)
    expect(filled).toEqual(
      expect.arrayContaining([
        'specs/orders.yaml',
        'specs/coupons.yaml',
        'specs/inventory.yaml',
        'test/render/shapes.yaml',
      ]),
    )
  })

  test('compiles with TypeScript 7', async () => {
    expect(await complaintsOfSeven((await outputs).flat(), 'nodenext')).toBe('')
  }, 60_000)

  test('compiles with TypeScript 5.9', async () => {
    expect(complaints((await outstanding).flat())).toEqual([])
  }, 60_000)

  test('compiles for those who have not switched on the strictest options', async () => {
    const loose = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, isolatedDeclarations: false }
    expect(complaints((await outstanding).flat(), 'nodenext', loose)).toEqual([])
  }, 60_000)
})
