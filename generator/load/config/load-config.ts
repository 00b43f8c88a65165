import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { isObject, type Json } from '../../model/document.js'
import { IdemgenError } from '../../model/idemgen-error.js'
import { whyUnreadable } from '../read-text.js'
import { readValue } from '../read-value.js'

/** The value that a config file holds: of JSON and YAML what is written, of JavaScript the default export. */
export async function loadConfig(path: string, shown: string): Promise<Json> {
  return /\.m?js$/.test(path) ? loadModule(path, shown) : loadText(path, shown)
}

async function loadText(path: string, shown: string): Promise<Json> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw configFault(shown, whyUnreadable(error).reason, 'name a file that can be read, or leave --config out')
  })
  const read = readValue({ path: shown, bytes })
  if ('value' in read) return read.value
  const [first] = read.findings
  const line = first !== undefined && 'line' in first.at ? `, line ${first.at.line}` : ''
  throw configFault(shown, `cannot be read${line}: ${first?.message}`, first?.hint ?? 'correct it')
}

async function loadModule(path: string, shown: string): Promise<Json> {
  const loaded = await import(pathToFileURL(path).href).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw configFault(shown, `cannot be loaded: ${why}`, 'run it with node to see where it fails')
  })
  const value: unknown = loaded.default
  // Copied through JSON: what is no value of JSON has no meaning here.
  const json: Json = JSON.parse(JSON.stringify(value ?? null) ?? 'null')
  if (isObject(json)) return json
  throw configFault(shown, 'has no object as its default export', 'write "export default { … }"')
}

function configFault(path: string, message: string, hint: string): IdemgenError {
  return new IdemgenError({ code: 'config-unreadable', message: `${path} ${message}`, hint })
}
