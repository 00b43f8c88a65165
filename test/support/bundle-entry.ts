import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the repo, so that packages are found from there. */
const folder = join(root, '.tmp', 'children')

/** A deliberately broken copy of the runtime, which children are to run as well: see vitest.config.ts. */
const variant = process.env.IDEMGEN_RUNTIME_VARIANT

/** Ends the process when whoever holds the other end of its fourth file is gone, however that ended. */
const tie = `
import { Socket as TieSocket } from 'node:net'
new TieSocket({ fd: 3 }).on('error', () => {}).on('close', () => process.kill(process.pid, 'SIGKILL')).resume().unref()
`

/**
 * Makes one runnable file of a TypeScript entry and what it imports from this repo; one file for each content. In the
 * entry, `generated-orders` is the emitted code in the folder `generated`.
 */
export async function bundleEntry(entry: string, generated?: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    banner: { js: tie },
    logLevel: 'silent',
    alias: generated === undefined ? {} : { 'generated-orders': join(root, generated, 'index.ts') },
    plugins: variant === undefined ? [] : [runtimeFrom(variant)],
  })
  const text = outputFiles[0]?.text ?? ''
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const path = join(folder, `${basename(entry, '.ts')}-${hash}.mjs`)
  if (!(await exists(path))) await writeWhole(path, text)
  return path
}

function runtimeFrom(folder: string): Plugin {
  return {
    name: 'runtime-variant',
    setup({ onResolve }) {
      onResolve({ filter: /templates\/runtime\/.*\.js$/ }, ({ path }) => ({
        path: join(folder, path.replace(/^.*templates\/runtime\//, '').replace(/\.js$/, '.ts')),
      }))
    },
  }
}

/** Two test files may want the same at once, and neither may run half a file. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, text)
  await rename(temporary, path)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
