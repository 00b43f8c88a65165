import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../templates/', import.meta.url))

/** The texts of templates/ by their path in it, as the command gives them to `render`. */
export function readTemplates(): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(folder + path, 'utf8')]))
}
