import type { Contract, Docs } from '../model/contract.js'
import type { OutputFile } from '../model/output-file.js'
import { type Code, code } from './code.js'
import { lineComment } from './doc.js'
import { emittedNames } from './emitted-names.js'
import type { ImportExtension, ImportStyle } from './imports.js'
import { openCircles } from './open-circles.js'
import { runtimeFiles } from './runtime-files.js'
import { type Fill, templateEngine, type View } from './template-engine.js'
import { schemaSource } from './types/schema-reader.js'
import { consumersView } from './views/consumers-view.js'
import { contractView } from './views/contract-view.js'
import { errorsView } from './views/errors-view.js'
import { indexOfSpecsView } from './views/index-of-specs-view.js'
import { indexView } from './views/index-view.js'
import { messagesView } from './views/messages-view.js'
import { publishersView } from './views/publishers-view.js'
import { schemasView } from './views/schemas-view.js'
import type { ViewInput } from './views/view-input.js'

/** One document as it is rendered. */
export interface RenderedSpec {
  readonly contract: Contract
  /** The contract as it is written to contract.json. */
  readonly contractText: string
  readonly docs: Docs
  /** The spec as its files name it: relative to their folder, with `/`. */
  readonly specPath: string
}

export interface RenderSettings {
  /** The texts of our templates, by their path under `templates/` with `/`. */
  readonly templates: ReadonlyMap<string, string>
  readonly importExtension: ImportExtension
}

export interface RenderInput extends RenderedSpec, RenderSettings {}

/**
 * The files of the output folder of one spec, sorted by path; the same input gives the same bytes. Files that would
 * hold nothing (publishers.ts where nothing is sent) are left out.
 */
export async function render(input: RenderInput): Promise<readonly OutputFile[]> {
  const fill = await templateEngine(input.templates)
  return withShared(specFiles(input, { extension: input.importExtension, runtime: './' }, fill), input)
}

/**
 * The files of the output folder of several specs: a folder for each, and beside these the runtime that they share and
 * an index of them all.
 */
export async function renderSeveral(
  specs: readonly (RenderedSpec & {
    readonly folder: string
    /** The spec as the index names it: relative to the output folder, with `/`. */
    readonly indexPath: string
  })[],
  settings: RenderSettings,
): Promise<readonly OutputFile[]> {
  const fill = await templateEngine(settings.templates)
  const extension = settings.importExtension
  const own = specs.flatMap((spec) =>
    specFiles(spec, { extension, runtime: '../' }, fill).map(({ path, text }) => ({
      path: `${spec.folder}/${path}`,
      text,
    })),
  )
  const sorted = specs.toSorted((left, right) => (left.folder < right.folder ? -1 : 1))
  const index = indexOfSpecsView(
    sorted.map(({ folder, indexPath }) => ({ folder, specPath: indexPath })),
    { extension, runtime: './' },
  )
  const text = fill('index-of-specs.hbs', { header: indexHeader, ...index })
  return withShared([...own, { path: 'index.ts', text }], settings)
}

function withShared(files: readonly OutputFile[], settings: RenderSettings): readonly OutputFile[] {
  const { templates, importExtension } = settings
  const shared = [
    ...runtimeFiles(templates, runtimeHeader, importExtension),
    { path: '.gitattributes', text: gitAttributes },
  ]
  return [...files, ...shared].toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

function specFiles(spec: RenderedSpec, importStyle: ImportStyle, fill: Fill): readonly OutputFile[] {
  return [...emittedFiles(spec, importStyle, fill), { path: 'contract.json', text: spec.contractText }]
}

function emittedFiles(spec: RenderedSpec, importStyle: ImportStyle, fill: Fill): readonly OutputFile[] {
  const { docs } = spec
  const contract = { ...spec.contract, schemas: openCircles(spec.contract.schemas) }
  const names = emittedNames(contract)
  const source = schemaSource({
    schemaAt: (place) => contract.schemas[place] ?? true,
    docs,
    nameAt: (place) => names.types.get(place),
  })
  const viewInput: ViewInput = { contract, docs, names, source, importStyle }
  const hasMessages = Object.keys(contract.messages).length > 0
  const views: readonly (readonly [file: string, view: View | undefined])[] = [
    ['messages', hasMessages ? messagesView(viewInput) : undefined],
    ['schemas', hasMessages ? schemasView(viewInput) : undefined],
    ['contract', hasMessages ? contractView(viewInput) : undefined],
    ['publishers', publishersView(viewInput)],
    ['consumers', consumersView(viewInput)],
    ['errors', errorsView(viewInput)],
  ]
  const present = views.flatMap(([file, view]) => (view === undefined ? [] : [{ file, view }]))
  const exported = present.map(({ file }) => file).filter((file) => file !== 'schemas' && file !== 'contract')
  const header = fileHeader(spec.specPath)
  return [...present, { file: 'index', view: indexView(viewInput, exported) }].map(({ file, view }) => ({
    path: `${file}.ts`,
    text: fill(`${file}.hbs`, { header, ...view }),
  }))
}

function fileHeader(specPath: string): Code {
  const origin = lineComment(
    `Generated by idemgen from ${specPath}. Do not edit: change the spec and run \`idemgen generate\`.`,
  )
  return code`${origin}\n${generatedMark}`
}

/** A word for linters and one for review tools. */
const generatedMark = code`/* eslint-disable */ // @generated`

const runtimeHeader = code`// The runtime of idemgen, copied as it is. Do not edit: \`idemgen generate\` writes it.\n${generatedMark}`

const indexHeader = code`// Generated by idemgen. Do not edit: change the specs and run \`idemgen generate\`.\n${generatedMark}`

/** Review tools fold the folder away; LF everywhere, so that a checkout does not change what was generated. */
const gitAttributes = '* text eol=lf linguist-generated=true\n'
