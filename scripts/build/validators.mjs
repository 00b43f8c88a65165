import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { licensesOf } from './licenses.mjs'
import { root } from './root.mjs'

/** Needed here only; their compiled form asks for packages that are not published with it. */
const compiler = ['load/fast/compile-validators', 'load/fast/unite-definitions']

/**
 * Compiles the official schemas into `asyncapi-2.js` and `asyncapi-3.js`, which need no package when they run.
 *
 * @param {string} folder the compiled generator
 */
export async function bundleValidators(folder) {
  const { compileValidators } = await import(pathToFileURL(join(folder, `${compiler[0]}.js`)).href)
  /** @type {string[]} */
  const inputs = ['node_modules/@asyncapi/specs/index.js']
  for (const family of ['2', '3']) {
    const { metafile } = await build({
      stdin: { contents: asModule(compileValidators(family)), loader: 'js', resolveDir: root },
      outfile: join(folder, `asyncapi-${family}.js`),
      absWorkingDir: root,
      bundle: true,
      metafile: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
    })
    inputs.push(...Object.keys(metafile.inputs))
  }
  for (const path of compiler) {
    for (const ending of ['js', 'd.ts']) rmSync(join(folder, `${path}.${ending}`), { force: true })
  }
  writeFileSync(join(folder, 'asyncapi.licenses.txt'), licensesOf('asyncapi-2.js and asyncapi-3.js', inputs))
}

/**
 * An ES module from one of CommonJS: what of it is not needed is left out then.
 *
 * @param {string} code
 */
function asModule(code) {
  return code
    .replace('"use strict";', '')
    .replace(/^module\.exports = .*$/gm, '')
    .replaceAll(/(^|[;}\n])exports\.(\w+) = /g, '$1export const $2 = ')
}
