import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The names that are looked for, the first before the others. */
const configNames = [
  'idemgen.config.js',
  'idemgen.config.mjs',
  'idemgen.config.json',
  'idemgen.config.yaml',
  'idemgen.config.yml',
]

/** The absolute path of the config file in `cwd` or the nearest folder above it, if there is one. */
export function findConfig(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configNames.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined || dirname(folder) === folder) return found
  }
}
