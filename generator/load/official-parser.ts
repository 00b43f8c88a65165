import { Parser } from '@asyncapi/parser'
import type { Diagnose, OfficialDiagnostic, OfficialInput } from './official.js'

/** Lets the official parser validate a document, and gives what it says as plain values. */
export const diagnose: Diagnose = async (input) => {
  const parser = createParser(input.files)
  const diagnostics = await parser.validate(
    yamlOnly(input.text),
    input.source === undefined ? {} : { source: input.source },
  )
  return diagnostics.map(({ code, message, severity, path, source }) => ({
    code: String(code),
    message,
    severity: severities[severity] ?? 'info',
    path: path.map(String),
    ...(source === undefined || source === input.source ? {} : { source }),
  }))
}

const severities: Readonly<Record<number, OfficialDiagnostic['severity']>> = { 0: 'error', 1: 'warning', 2: 'info' }

function createParser(files: OfficialInput['files']): Parser {
  const read = (uri: { readonly path: () => string; readonly href: () => string }) => {
    // A document of the web is named by its URL, one of the disk by its path.
    const names = [uri.href().replace(/#.*$/, ''), uri.path(), decoded(uri.path())]
    return names.map((name) => files.get(name)).find((text) => text !== undefined) ?? '{}'
  }
  // Before the parser's own readers, and always with an answer: they would go to the disk and to the network.
  const resolvers = ['file', 'http', 'https'].map((schema) => ({ schema, order: 1, canRead: true, read }))
  return new Parser({ __unstable: { resolver: { cache: false, resolvers } } })
}

/** Never throws: the parser would turn to its own readers. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * A comment before JSON makes it YAML only. The parser takes JSON that says of itself that it was parsed before
 * (`x-parser-spec-parsed`) for valid, whatever else is in it.
 */
function yamlOnly(text: string): string {
  return `#\n${text}`
}
