import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locator } from '../../../generator/load/positions.js'
import { reachFiles } from '../../../generator/load/reach-files.js'
import { readRegularFile } from '../../../generator/load/read-text.js'
import { readValue } from '../../../generator/load/read-value.js'
import type { Document, Json, SourceFile } from '../../../generator/model/document.js'
import { isError } from '../../../generator/model/finding.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Every document that both forms of validation are compared on, by a short name: those of others where they are here. */
export function documentPaths(): readonly { readonly name: string; readonly path: string }[] {
  const shared = join(root, '..', 'shared')
  const folders = [join(root, 'specs'), join(shared, 'corpus'), join(shared, 'torture')]
  const cases = readdirSync(join(root, 'test/cases')).map((name) => join(root, 'test/cases', name))
  return [...folders.flatMap(specsIn), ...cases.flatMap(specsIn)].map((path) => ({
    name: path.split('/').slice(-2).join('/'),
    path,
  }))
}

function specsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name) && name !== 'options.json' && name !== 'contract.json')
    .filter((name) => /asyncapi["']?\s*:/.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => join(folder, name))
}

/** A document of any version, or nothing where the text cannot be read. */
export async function readAny(path: string): Promise<Document | undefined> {
  const read = readValue({ path, bytes: await readRegularFile(path) })
  if ('findings' in read) return undefined
  return withFiles(new Map([['', { path, absolutePath: path, ...read }]]), dirname(path))
}

/** The document with another root; undefined when its references do not hold any more. */
export async function withRoot(document: Document, value: Json): Promise<Document | undefined> {
  const before = document.files.get('')
  if (before === undefined) return undefined
  return withFiles(
    new Map([['', { ...before, text: JSON.stringify(value), path: 'spec.json', value }]]),
    document.folder,
  )
}

async function withFiles(files: Map<string, SourceFile>, folder: string): Promise<Document | undefined> {
  const findings = await reachFiles(files, { folder, cwd: root, readFile: readRegularFile })
  return findings.some(isError) ? undefined : { files, folder, locate: locator(files) }
}
