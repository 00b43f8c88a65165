import { parseJson } from './parse-json.js'
import { parseYaml } from './parse-yaml.js'
import type { PlacedNode } from './placed-node.js'
import { scanJson } from './scan-json.js'
import type { ParsedText } from './text-fault.js'
import { placeYaml } from './yaml-positions.js'

interface Source {
  readonly path: string
  readonly text: string
}

/** Reads a file as what it is: by its extension, else by how it begins. */
export function parseSource(source: Source): ParsedText {
  return isJson(source) ? parseJson(source.text) : parseYaml(source.text)
}

/** Where everything stands in a file that could be read. */
export function placeSource(source: Source): PlacedNode {
  if (!isJson(source)) return placeYaml(source.text)
  const scanned = scanJson(source.text)
  return 'rule' in scanned ? { offset: 0 } : scanned
}

/** `.avsc` and the like hold JSON; YAML that begins with a brace is named `.yaml`. */
function isJson(source: Source): boolean {
  if (/\.ya?ml$/i.test(source.path)) return false
  return /\.json$/i.test(source.path) || /^\s*[{[]/.test(source.text)
}
