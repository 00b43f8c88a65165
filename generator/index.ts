/**
 * The steps of `idemgen generate` as functions, for tools that want the contract or the files without the command
 * line. None of them prints or writes.
 *
 * ```ts
 * const { document, findings } = await loadDocument({ path: 'specs/orders.yaml', cwd: process.cwd() })
 * if (document === undefined) throw new Error(findings.map(({ message }) => message).join('\n'))
 * const { files } = await makeOutput([{ document, path: '../specs/orders.yaml', folder: '' }], {
 *   templates: readTemplates(),
 *   importExtension: 'js',
 * })
 * ```
 *
 * @module
 */

export { type BuildOptions, type Built, build } from './build/build.js'
export { contractText, readContract } from './build/canonical.js'
export { compileSchemas } from './build/compile-schemas.js'
export { type LoadedDocument, loadDocument } from './load/load-document.js'
export { readTemplates } from './load/read-templates.js'
export { validate } from './load/validate.js'
export type * from './model/contract.js'
export type { Document, Json, JsonObject, SourceFile } from './model/document.js'
export { type Finding, isError, type Position, type Severity } from './model/finding.js'
export { IdemgenError } from './model/idemgen-error.js'
export type { OutputFile } from './model/output-file.js'
export type { Place } from './model/pointer.js'
export { type MadeSpec, makeOutput, type Output, type OutputSettings, type SpecSource } from './output/make-output.js'
export { type RenderInput, render } from './render/render.js'
