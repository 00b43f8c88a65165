import { dirname } from 'node:path'
import { build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { readRegularFile } from '../../generator/load/read-text.js'
import { validate } from '../../generator/load/validate.js'
import type { Contract, Docs } from '../../generator/model/contract.js'
import type { Document } from '../../generator/model/document.js'
import { type Finding, isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { render } from '../../generator/render/render.js'
import { readTemplates } from '../render/templates.js'
import { annotate } from './annotate.js'
import { type FoundDocument, readTree } from './documents.js'
import { type Expected, expectedOf } from './expected.js'
import { childOf, type Tree } from './json-tree.js'

/** What idemgen made of a document, in the steps of `generate`. */
export interface Judged {
  readonly name: string
  readonly version: string
  /** The document with its annotations. */
  readonly tree: Tree
  readonly findings: readonly SeenFinding[]
  /** Absent where an error stopped it. */
  readonly generated?: Generated
}

export interface Generated {
  readonly tree: Tree
  readonly contract: Contract
  readonly docs: Docs
  readonly files: readonly OutputFile[]
  readonly expected: Expected
}

/** A finding as a person sees it. */
export interface SeenFinding extends Omit<Finding, 'at'> {
  readonly file: string
  readonly line: number
  readonly column: number
}

const templates = readTemplates()

export async function judge({ name, path }: FoundDocument, form: 'official' | 'fast' = 'official'): Promise<Judged> {
  const tree = annotate((await readTree(path)) ?? null)
  const version = String(childOf(tree, 'asyncapi'))
  const { document, findings } = await loadAnnotated(path, tree)
  if (document === undefined) return { name, version, tree, findings: seen(findings, document) }
  const validated = await validate(document, { form })
  const { contract, docs, findings: built } = build(document)
  const schemas = built.some(isError) ? [] : await compileSchemas(contract)
  const all = [...findings, ...validated, ...built, ...schemas]
  const judged = { name, version, tree, findings: seen(all, document) }
  if (all.some(isError)) return judged
  const files = await filesOf(contract, docs)
  return { ...judged, generated: { tree, contract, docs, files, expected: expectedOf(tree) } }
}

/** The files once more, read and built anew, as the next run of `generate` would make them after a contract. */
export async function generateAgain(
  { path }: FoundDocument,
  tree: Tree,
  previous?: Contract,
): Promise<readonly OutputFile[]> {
  const { document } = await loadAnnotated(path, tree)
  if (document === undefined) throw new Error(`${path} is not read again`)
  const { contract, docs } = build(
    document,
    {},
    previous === undefined ? undefined : readContract(contractText(previous)),
  )
  return filesOf(contract, docs)
}

/** The document with its annotations, where it lies: its references lead to the same files. */
async function loadAnnotated(path: string, tree: Tree) {
  const text = new TextEncoder().encode(JSON.stringify(tree, null, 2))
  return loadDocument({
    path,
    cwd: dirname(path),
    readFile: async (file) => (file === path ? text : readRegularFile(file)),
  })
}

function filesOf(contract: Contract, docs: Docs): Promise<readonly OutputFile[]> {
  return render({
    contract,
    docs,
    contractText: contractText(contract),
    templates,
    specPath: '../spec.yaml',
    importExtension: 'js',
  })
}

function seen(findings: readonly Finding[], document: Document | undefined): readonly SeenFinding[] {
  return findings.map(({ at, ...finding }) => {
    if ('line' in at) return { ...finding, ...at }
    const file = document?.files.get(at.file)?.path ?? ''
    return { ...finding, file, ...(document?.locate(at) ?? { line: 0, column: 0 }) }
  })
}
