import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractText } from '../../generator/build/canonical.js'
import type { ImportExtension } from '../../generator/render/imports.js'
import { render } from '../../generator/render/render.js'
import { compileOutputs } from '../corpus/compile-outputs.js'
import { type FoundDocument, foundDocuments } from '../corpus/documents.js'
import { emitOutputs, type Output } from '../corpus/emit.js'
import { type Generated, judge } from '../corpus/judge.js'
import { usageOf } from '../corpus/usage.js'
import { readTemplates } from '../render/templates.js'
import { compilerOf, optionsUnknownTo, type TypeScriptVersion, typeScriptVersions } from './typescript-versions.js'

/** The output compiles in every project that it is meant for: all versions, module systems and ways to import. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const templates = readTemplates()

interface Project {
  readonly version: TypeScriptVersion
  readonly modules: 'nodenext' | 'bundler' | 'commonjs'
  readonly extension: ImportExtension
}

const projects: readonly Project[] = [
  ...typeScriptVersions.flatMap((version) => [
    ...(['js', 'ts'] as const).map((extension): Project => ({ version, modules: 'nodenext', extension })),
    ...(['js', 'ts', 'none'] as const).map((extension): Project => ({ version, modules: 'bundler', extension })),
  ]),
  ...(['5.9', '7'] as const).flatMap((version) => {
    return (['js', 'ts', 'none'] as const).map((extension): Project => ({ version, modules: 'commonjs', extension }))
  }),
]

let folder = ''
const made: { readonly name: string; readonly generated: Generated }[] = []
const emitted = new Map<string, { readonly folder: string; readonly folders: ReadonlyMap<string, string> }>()
const results: string[] = []

describe.runIf(process.env.TEST_FULL !== undefined)('the output compiles', () => {
  beforeAll(async () => {
    mkdirSync(join(root, '.tmp'), { recursive: true })
    folder = mkdtempSync(join(root, '.tmp', 'matrix-'))
    for (const document of specs()) await add(document)
    // The largest that is there and can be generated.
    const bySize = foundDocuments().toSorted((one, other) => statSync(other.path).size - statSync(one.path).size)
    for (const document of bySize) if (await add(document)) break
  }, 900_000)

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    console.info(`\n${results.join('\n')}\n`)
  })

  test('of all specs and of a large public document', () => {
    const names = made.map(({ name }) => name)
    for (const { name } of specs()) expect(names).toContain(name)
  })

  test.for(projects)(
    'under TypeScript $version, $modules, imports with $extension',
    { timeout: 900_000 },
    async (project) => {
      const { version, modules, extension } = project
      const outputs = await emittedFor(modules === 'commonjs' ? 'commonjs' : 'module', extension)
      const started = performance.now()
      const complaints = compileOutputs(outputs.folder, {
        compiler: compilerOf(version),
        folders: outputs.folders,
        overrides: overridesOf(project),
      })
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const outcome = complaints.size === 0 ? 'compiles' : `${complaints.size} outputs do not compile`
      results.push(`TypeScript ${version}  ${modules}  ${extension}  ${outcome}  ${made.length} outputs  ${seconds} s`)
      expect([...complaints.entries()]).toEqual([])
    },
  )
})

async function add(document: FoundDocument): Promise<boolean> {
  const { generated } = await judge(document, 'fast')
  if (generated !== undefined) made.push({ name: document.name, generated })
  return generated !== undefined
}

function specs(): readonly FoundDocument[] {
  const names = readdirSync(join(root, 'specs')).filter((name) => /\.ya?ml$/.test(name))
  return names.sort().map((name) => ({ name, path: join(root, 'specs', name) }))
}

function overridesOf({ version, modules, extension }: Project): Readonly<Record<string, unknown>> {
  const unknown = Object.fromEntries(optionsUnknownTo(version).map((name) => [name, undefined]))
  return {
    ...unknown,
    ...(modules === 'bundler' && { module: 'esnext', moduleResolution: 'bundler' }),
    // TypeScript forbids it in files that become CommonJS.
    ...(modules === 'commonjs' && { verbatimModuleSyntax: false }),
    ...(extension === 'ts' && { allowImportingTsExtensions: true }),
  }
}

async function emittedFor(type: 'module' | 'commonjs', extension: ImportExtension) {
  const key = `${type}-${extension}`
  const known = emitted.get(key)
  if (known !== undefined) return known
  const target = join(folder, key)
  const outputs = await Promise.all(made.map((one) => outputOf(one, extension)))
  const fresh = { folder: target, folders: emitOutputs(target, outputs) }
  writeFileSync(join(target, 'package.json'), JSON.stringify({ type }))
  emitted.set(key, fresh)
  return fresh
}

async function outputOf(
  { name, generated }: { readonly name: string; readonly generated: Generated },
  importExtension: ImportExtension,
): Promise<Output> {
  const { contract, docs } = generated
  const specPath = '../spec.yaml'
  const files = await render({
    contract,
    docs,
    contractText: contractText(contract),
    templates,
    specPath,
    importExtension,
  })
  const suffix = importExtension === 'none' ? '' : `.${importExtension}`
  return { name, files: [...files, usageOf(generated, new Map(), `./index${suffix}`)] }
}
