import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this package: two above this file, in the sources as in the build. */
export const packageFolder: string = fileURLToPath(new URL('../../', import.meta.url))

/** The version of idemgen. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8'))
  return String((manifest as { readonly version?: unknown }).version)
}
