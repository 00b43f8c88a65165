import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { packageFolder } from './package-folder.js'

/** The texts of `templates/` by their path in it, with `/` and with `\n`: skeletons, runtime and migrations. */
export function readTemplates(folder: string = join(packageFolder, 'templates')): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = entries.filter((path) => /\.(?:hbs|ts|sql)$/.test(path)).toSorted()
  // A clone on Windows may hold \r\n, and the output is the same on every platform.
  return new Map(paths.map((path) => [path.split(sep).join('/'), lines(readFileSync(join(folder, path), 'utf8'))]))
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
