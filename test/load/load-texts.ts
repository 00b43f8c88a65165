import { type LoadedDocument, loadDocument } from '../../generator/load/load-document.js'
import type { Document } from '../../generator/model/document.js'
import type { Finding, Position } from '../../generator/model/finding.js'

/** Loads `specs/spec.yaml` (or `path`) from texts or bytes by their path in an imagined project. */
export function loadTexts(
  texts: Readonly<Record<string, string | Uint8Array>>,
  path: string = Object.keys(texts)[0] ?? '',
): Promise<LoadedDocument> {
  return loadDocument({ path, cwd: '/project', readFile: async (absolute) => bytesOf(texts, absolute) })
}

function bytesOf(texts: Readonly<Record<string, string | Uint8Array>>, absolute: string): Uint8Array {
  const found = texts[absolute.replace('/project/', '')]
  if (found === undefined) throw Object.assign(new Error(`no ${absolute}`), { code: 'ENOENT' })
  return typeof found === 'string' ? new TextEncoder().encode(found) : found
}

/** A finding as one line, so that a test reads like what the user sees. */
export function lineOf(finding: Finding, document?: Document): string {
  const { line, column } = positionOf(finding, document)
  const file = 'pointer' in finding.at ? (document?.files.get(finding.at.file)?.path ?? '?') : finding.at.file
  return `${file}:${line}:${column} ${finding.severity} ${finding.rule} ${finding.message}`
}

function positionOf(finding: Finding, document?: Document): Position {
  if ('line' in finding.at) return finding.at
  return document?.locate(finding.at) ?? { line: 0, column: 0 }
}
