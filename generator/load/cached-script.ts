import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { readEntry, writeEntry } from './cache-entries.js'

/** A CommonJS file that was loaded, and how to keep what the engine made of it. */
export interface LoadedScript {
  readonly exports: unknown
  /** Writes the compiled code of all functions that were called so far. Does nothing where it was read. */
  readonly remember: () => void
}

/**
 * Loads a CommonJS file, in which `importModule` stands for `import`, with its compiled code from a cache folder: compiling takes longer than linting a small
 * document, and Node 20 has no cache of its own. `folder` undefined: nothing is remembered. Code that does not belong
 * to exactly this file and engine, or was changed, is not used.
 */
export function loadCachedScript(path: string, folder: string | undefined): LoadedScript {
  const source = readFileSync(path, 'latin1')
  const { mtimeMs, size } = statSync(path)
  const engine = [process.version, process.arch, process.platform, ...process.execArgv]
  const key = sha256([...engine, path, mtimeMs, size].join('\n'))
  const cachedData = folder === undefined ? undefined : openSealed(readEntry(folder, `${key}.code`))
  const script = new Script(`(function (exports, require, module, __filename, importModule) {${source}\n})`, {
    filename: path,
    ...(cachedData !== undefined && { cachedData }),
  })
  const isKnown = cachedData !== undefined && script.cachedDataRejected !== true
  const module = { exports: {} }
  const importModule = (name: string) => import(name.startsWith('.') ? new URL(name, pathToFileURL(path)).href : name)
  script.runInThisContext()(module.exports, createRequire(path), module, path, importModule)
  return {
    exports: module.exports,
    remember() {
      if (folder === undefined || isKnown) return
      writeEntry(folder, `${key}.code`, sealed(script.createCachedData()))
    },
  }
}

/** The engine does not check what it is given: half of a file would end the process. */
function sealed(code: Buffer): Buffer {
  return Buffer.concat([Buffer.from(sha256(code)), code])
}

const sealLength = 64

function openSealed(entry: Buffer | undefined): Buffer | undefined {
  if (entry === undefined) return undefined
  const code = entry.subarray(sealLength)
  return entry.toString('latin1', 0, sealLength) === sha256(code) ? code : undefined
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
