import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
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
  writeFileSync(join(folder, 'official.licenses.txt'), licensesOf(Object.keys(metafile.inputs)))
}

/**
 * The licences of all packages in the bundle, which ask to go wherever their code goes.
 *
 * @param {readonly string[]} files
 */
function licensesOf(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter((found) => found)
  const texts = [...new Set(folders)].toSorted().map((folder = '') => licenseOf(join(root, folder)))
  return `official.js contains these packages.\n\n${texts.join('\n\n')}\n`
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
  return `${'='.repeat(80)}\n${name} ${version} (${license})${text}`
}
