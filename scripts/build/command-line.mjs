import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { licensesOf } from './licenses.mjs'
import { root } from './root.mjs'

/**
 * Makes `cli.js` and `commands/generate.js` one file each, and `lint.cjs` of all that lints: loading hundreds of modules
 * takes longer than a small document. `lint.cjs` is no ES module, so that its compiled code can be kept.
 *
 * @param {string} folder the compiled generator
 */
export async function bundleCommandLine(folder) {
  const options = {
    absWorkingDir: root,
    bundle: true,
    metafile: /** @type {const} */ (true),
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
    plugins: [lateHandlers(folder), ownValidators(folder), ownPlaces(folder, scriptUrl)],
  })
  await build({
    ...options,
    entryPoints: [join(folder, 'cli.js')],
    outfile: join(folder, 'cli.js'),
    allowOverwrite: true,
    format: 'esm',
    plugins: [lateImports(folder), ownPlaces(folder, 'import.meta.url')],
  })
  await build({
    ...options,
    external: [...options.external, 'handlebars', 'js-yaml'],
    entryPoints: [join(folder, 'commands/generate.js')],
    outfile: join(folder, 'commands/generate.js'),
    allowOverwrite: true,
    format: 'esm',
    plugins: [ownPlaces(folder, `new URL('../', import.meta.url)`)],
  })
  // A script has no import() of its own that would not warn of being an experiment; who loads it lends one.
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll(/(?<![\w$.])import\(/g, 'importModule('))
  const licenses = licensesOf('lint.cjs', Object.keys(metafile.inputs))
  const ofSchemas = readFileSync(join(folder, 'asyncapi.licenses.txt'), 'utf8')
  writeFileSync(
    join(folder, 'lint.licenses.txt'),
    `${licenses}\nIt also contains asyncapi-2.js and asyncapi-3.js. ${ofSchemas}`,
  )
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
        return { contents: text.replaceAll('import.meta.url', placeOf(folder, path, bundleUrl)), loader: 'js' }
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

/**
 * The compiled schemas come into the script: as modules beside it they would be compiled anew in each run.
 *
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function ownValidators(folder) {
  const loader = join(folder, 'load/fast/load-validators.js')
  return {
    name: 'own-validators',
    setup(builder) {
      builder.onLoad({ filter: /load-validators\.js$/ }, async ({ path }) => {
        if (path !== loader) return undefined
        const text = await readFile(path, 'utf8')
        if (!text.includes('import(built.href)')) throw new Error('the validators are loaded in another form than this')
        const own = `(family === '2' ? import('../../asyncapi-2.js') : import('../../asyncapi-3.js'))`
        const contents = text.replace('import(built.href)', own)
        return { contents: contents.replaceAll('import.meta.url', placeOf(folder, path, scriptUrl)), loader: 'js' }
      })
    },
  }
}

/** What gives the URL of the script itself. */
const scriptUrl = `require('node:url').pathToFileURL(__filename).href`

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} bundleUrl
 */
function placeOf(folder, path, bundleUrl) {
  return `new URL(${JSON.stringify(relative(folder, path).split(sep).join('/'))}, ${bundleUrl}).href`
}
