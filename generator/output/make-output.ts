import { checkBetween } from '../build/between/check-between.js'
import { type BuildOptions, build } from '../build/build.js'
import { contractText } from '../build/canonical.js'
import { compileSchemas } from '../build/compile-schemas.js'
import type { Contract, Docs } from '../model/contract.js'
import type { Document } from '../model/document.js'
import { type Finding, isError } from '../model/finding.js'
import type { OutputFile } from '../model/output-file.js'
import { placeKey } from '../model/pointer.js'
import type { ImportExtension } from '../render/imports.js'
import { render, renderSeveral } from '../render/render.js'
import { chosenGroups } from './chosen-groups.js'
import { remoteCopies } from './remote-copies.js'

/** A document to generate from, with what is particular to it. */
export interface SpecSource {
  readonly document: Document
  /** The spec as its files name it: relative to the output folder, with `/`. */
  readonly path: string
  /** Its folder in the output; empty where it is the only spec and its files lie in the output folder itself. */
  readonly folder: string
  readonly options?: BuildOptions
  /** What it was the last time: names that were given once stay. */
  readonly previous?: Contract
}

export interface OutputSettings {
  /** The texts of our templates, by their path under `templates/` with `/`. */
  readonly templates: ReadonlyMap<string, string>
  readonly importExtension: ImportExtension
  /** What reading and validating the documents found: an error among it means that there are no files. */
  readonly earlier?: readonly Finding[]
}

/** A source with what was made of it. */
export type MadeSpec<Source extends SpecSource = SpecSource> = Source & {
  readonly contract: Contract
  /** About this document; places are its own. */
  readonly findings: readonly Finding[]
}

export interface Output<Source extends SpecSource = SpecSource> {
  /** In the order of the sources. */
  readonly specs: readonly MadeSpec<Source>[]
  /** About what documents have to do with each other, with positions. */
  readonly findings: readonly Finding[]
  /** All that the output folder should hold, sorted by path; nothing when there is an error. */
  readonly files: readonly OutputFile[]
}

/**
 * All output of one run, from the documents alone: reads nothing, writes nothing, and gives the same for the same
 * input. What `generate` writes, `--check` compares and `--dry-run` lists.
 */
export async function makeOutput<Source extends SpecSource>(
  sources: readonly Source[],
  settings: OutputSettings,
): Promise<Output<Source>> {
  const { options, findings: groupFindings } = chosenGroups(sources)
  const specs = await Promise.all(sources.map((source, i) => buildSource(source, options[i], settings)))
  const findings = [...groupFindings, ...checkBetween(specs)]
  const isStopped = [...(settings.earlier ?? []), ...findings, ...specs.flatMap((spec) => spec.findings)].some(isError)
  return { specs, findings, files: isStopped ? [] : await renderAll(specs, settings) }
}

type BuiltSource<Source extends SpecSource = SpecSource> = MadeSpec<Source> & { readonly docs: Docs }

/** Compiled with the options of the emitted validator: one schema that ajv refuses would refuse every message. */
async function buildSource<Source extends SpecSource>(
  source: Source,
  options: BuildOptions | undefined,
  { earlier = [] }: OutputSettings,
): Promise<BuiltSource<Source>> {
  const { contract, docs, findings } = build(source.document, options, source.previous)
  const schemas = findings.some(isError) ? [] : await compileSchemas(contract)
  return { ...source, contract, docs, findings: [...findings, ...unsaid(schemas, earlier)] }
}

/** Validation has told of most schemas that ajv refuses, at the same place. */
function unsaid(schemas: readonly Finding[], earlier: readonly Finding[]): readonly Finding[] {
  const said = new Set(earlier.filter(isError).flatMap(({ at }) => ('pointer' in at ? [placeKey(at)] : [])))
  return schemas.filter(({ at }) => !('pointer' in at) || !said.has(placeKey(at)))
}

/** A document without annotations gives no files, and where there is no other no runtime without use. */
async function renderAll(specs: readonly BuiltSource[], settings: OutputSettings): Promise<readonly OutputFile[]> {
  const rendered = specs
    .filter(({ contract }) => Object.keys(contract.messages).length > 0)
    .map(({ contract, docs, folder, path }) => {
      const specPath = folder === '' ? path : fromFolder(path)
      return { contract, contractText: contractText(contract), docs, folder, indexPath: path, specPath }
    })
  const [first] = rendered
  if (first === undefined) return []
  const files = await (first.folder === '' ? render({ ...first, ...settings }) : renderSeveral(rendered, settings))
  const copies = remoteCopies(specs.map(({ document }) => document))
  return [...files, ...copies].toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** A path as seen from a folder of the output folder. */
function fromFolder(path: string): string {
  return `../${path}`
}
