import { existsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Where validations are remembered: `node_modules/.cache/idemgen` beside the nearest package.json from `cwd` upwards,
 * else a folder of the user's own in the system's temporary folder. It need not exist.
 */
export function cacheFolder(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'node_modules', '.cache', 'idemgen')
    if (dirname(folder) === folder) return join(tmpdir(), `idemgen-${userName()}`)
  }
}

/** Others may write to the temporary folder too, and must not decide what is valid. */
function userName(): string {
  try {
    return userInfo().username.replace(/[^\w.-]/g, '_')
  } catch {
    // A user without an entry, as in some containers.
    return String(process.getuid?.() ?? 'user')
  }
}
