import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licensesOf } from './licenses.mjs'
import { root } from './root.mjs'

/** The only module that imports the parser. Its compiled form must not be published: the package is not there. */
const entry = 'load/official-parser'

/** CommonJS packages inside an ES module still ask for Node's own modules by `require`. */
const requireBanner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/**
 * Puts the parser and all that it needs into `official.js`: installed as a package it would bring one along whose
 * install script reports home.
 *
 * @param {string} folder the compiled generator
 */
export async function bundleOfficialParser(folder) {
  const { metafile } = await build({
    entryPoints: [join(root, 'generator', `${entry}.ts`)],
    outfile: join(folder, 'official.js'),
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Without `module` first, packages that have both forms would come in twice.
    mainFields: ['module', 'main'],
    banner: { js: requireBanner },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  for (const ending of ['js', 'd.ts']) rmSync(join(folder, `${entry}.${ending}`), { force: true })
  writeFileSync(join(folder, 'official.licenses.txt'), licensesOf('official.js', Object.keys(metafile.inputs)))
}
