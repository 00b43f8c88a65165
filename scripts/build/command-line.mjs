import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { licensesOf } from './licenses.mjs'
import { root } from './root.mjs'

/**
 * Makes `cli.js` one file, and `lint.cjs` of all that lints: loading a hundred modules takes longer than linting a small
 * document. `lint.cjs` is no ES module, so that its compiled code can be kept.
 *
 * @param {string} folder the compiled generator
 */
export async function bundleCommandLine(folder) {
  const options = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    platform: /** @type {const} */ ('node'),
    target: 'node20',
    legalComments: /** @type {const} */ ('none'),
    logLevel: /** @type {const} */ ('warning'),
    external: ['yargs', 'ajv', 'ajv-formats'],
  }
  const script = join(folder, 'lint.cjs')
  const { metafile } = await build({
    ...options,
    entryPoints: [join(folder, 'commands/lint.js')],
    outfile: script,
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [lateHandlers(folder), ownPlaces(folder, `require('node:url').pathToFileURL(__filename).href`)],
  })
  await build({
    ...options,
    entryPoints: [join(folder, 'cli.js')],
    outfile: join(folder, 'cli.js'),
    allowOverwrite: true,
    format: 'esm',
    plugins: [lateImports(folder), ownPlaces(folder, 'import.meta.url')],
  })
  // A script has no import() of its own that would not warn of being an experiment; who loads it lends one.
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll(/(?<![\w$.])import\(/g, 'importModule('))
  writeFileSync(join(folder, 'lint.licenses.txt'), licensesOf('lint.cjs', Object.keys(metafile.inputs)))
}

/**
 * Modules that look for files beside themselves find them from the bundle as well.
 *
 * @param {string} folder
 * @param {string} bundleUrl what gives the URL of the bundle, which lies in `folder`
 * @returns {import('esbuild').Plugin}
 */
function ownPlaces(folder, bundleUrl) {
  return {
    name: 'own-places',
    setup(builder) {
      builder.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!path.startsWith(folder + sep)) return undefined
        const text = await readFile(path, 'utf8')
        const own = JSON.stringify(relative(folder, path).split(sep).join('/'))
        const contents = text.replaceAll('import.meta.url', `new URL(${own}, ${bundleUrl}).href`)
        return { contents, loader: 'js' }
      })
    },
  }
}

/**
 * What is loaded when it is needed stays a module of its own.
 *
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function lateImports(folder) {
  return {
    name: 'late-imports',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        return { path: `./${relative(folder, join(resolveDir, path)).split(sep).join('/')}`, external: true }
      })
    },
  }
}

/**
 * The checks of handlers bring a whole compiler along.
 *
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function lateHandlers(folder) {
  return {
    name: 'late-handlers',
    setup(builder) {
      builder.onResolve({ filter: /\/handlers\// }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        return { path: `./${relative(folder, join(resolveDir, path)).split(sep).join('/')}`, external: true }
      })
    },
  }
}
