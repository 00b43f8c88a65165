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

const cases = readdirSync(join(root, 'test/cases')).flatMap((name) => specsIn(join(root, 'test/cases', name)))

/** The documents of our own cases. */
export const casePaths: readonly NamedPath[] = cases.map(named)

/** Those that both forms of validation are compared on when changed: of others, too, where they are here. */
export const documentPaths: readonly NamedPath[] = [
  ...specsIn(join(root, 'specs')),
  ...['corpus', 'torture'].flatMap((name) => specsIn(join(root, '..', 'shared', name))),
  ...cases,
].map(named)

interface NamedPath {
  readonly name: string
  readonly path: string
}

function named(path: string): NamedPath {
  return { name: path.split('/').slice(-2).join('/'), path }
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
