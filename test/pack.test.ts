import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What a user gets: the packed package, installed in an empty folder outside this repo.

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const installTimeoutMs = 180_000
const schemaFiles = ['dist/asyncapi-2.js', 'dist/asyncapi-3.js', 'dist/asyncapi.licenses.txt']
const installScripts = ['preinstall', 'install', 'postinstall']

let project: string
let packedFiles: readonly string[]

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'idemgen-pack-'))
  await writeFile(join(project, 'package.json'), '{ "name": "trial", "private": true, "type": "module" }\n')
  // `prepare` would build once more, under the feet of the other tests.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: root,
  })
  const [packed] = JSON.parse(stdout) as readonly [{ filename: string; files: readonly { path: string }[] }]
  packedFiles = packed.files.map(({ path }) => path)
  await npmInstall([`./${packed.filename}`])
}, installTimeoutMs)

afterAll(() => rm(project, { recursive: true, force: true }))

test('the package holds what a user needs and nothing of our own', () => {
  for (const path of [
    'dist/cli.js',
    'dist/official.js',
    'dist/official.licenses.txt',
    'LICENSE',
    'README.md',
    ...schemaFiles,
    'schema/asyncapi-with-idempotency.schema.json',
    'dist/spectral.js',
  ]) {
    expect(packedFiles).toContain(path)
  }
  expect(packedFiles).toContain('templates/runtime/start-group.ts')
  expect(packedFiles).toContain('specs/orders.yaml')
  // The README of the package links to them.
  expect(packedFiles).toContain('docs/api.md')
  expect(packedFiles.filter((path) => /^(?:test|generator|scripts|bench|output-example|\.)/.test(path))).toEqual([])
})

test('every file that package.json points to is in the package', async () => {
  const { bin, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const targets = [bin, exports].flatMap(textsIn).map((target) => target.replace(/^\.\//, ''))
  const files = targets.filter((target) => !target.includes('*'))
  expect(packedFiles).toEqual(expect.arrayContaining(files))
})

test('no package that comes with it runs a script when it is installed', async () => {
  const packages = await installedPackages()
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['idemgen', 'ajv', 'handlebars', 'yargs']))
  const withScripts = packages.filter(({ scripts }) => installScripts.some((script) => script in scripts))
  expect(withScripts.map(({ name }) => name)).toEqual([])
  const lock = await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8')
  expect(lock).not.toContain('hasInstallScript')
})

test('neither the parser nor its reporting package comes with it', async () => {
  const names = (await installedPackages()).map(({ name }) => name)
  expect(names.filter((name) => /^@(?:asyncapi|stoplight|scarf)\//.test(name))).toEqual([])
})

test('no file of the package asks for a package that is not installed', async () => {
  const emitted = packedFiles.filter((path) => /^dist\/.*\.(?:js|d\.ts)$/.test(path) && path !== 'dist/official.js')
  const texts = await Promise.all(
    emitted.map(async (path) => ({ path, text: await readFile(join(project, 'node_modules/idemgen', path), 'utf8') })),
  )
  const asking = texts.filter(({ text }) => /(?:from|import\()\s*['"]@asyncapi\//.test(text))
  expect(asking.map(({ path }) => path)).toEqual([])
})

test('the ruleset for Spectral can be imported and required by its name, and needs no package of Spectral', async () => {
  const print = 'console.log(Object.keys(ruleset.rules).includes("key-is-volatile"))'
  for (const [name, code] of [
    ['a.mjs', `import ruleset from 'idemgen/spectral'; ${print}`],
    ['a.cjs', `const { default: ruleset } = require('idemgen/spectral'); ${print}`],
  ] as const) {
    await writeFile(join(project, name), code)
    const { stdout } = await run(process.execPath, [name], { cwd: project })
    expect([name, stdout]).toEqual([name, 'true\n'])
  }
})

test('npx idemgen --version tells the version', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const { stdout } = await run('npx', ['--no-install', 'idemgen', '--version'], { cwd: project })
  expect(stdout).toBe(`${version}\n`)
})

test('what it generates compiles after the install lines that it prints', { timeout: installTimeoutMs }, async () => {
  const spec = 'node_modules/idemgen/specs/orders.yaml'
  const { stderr } = await run('npx', ['--no-install', 'idemgen', 'generate', spec], { cwd: project })
  const lines = [...stderr.matchAll(/npm install (.*)$/gm)].map(([, rest = '']) => rest.trim().split(/\s+/))
  expect(lines.flat()).toEqual(expect.arrayContaining([expect.stringMatching(/^amqplib@/)]))
  for (const line of lines) await npmInstall(line)
  expect(await readdir(join(project, 'migrations'))).toContain('0001_idemgen_create.sql')
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  const compilerOptions = { ...strict, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'] }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['generated'] }))
  const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project])
  expect(stdout).toBe('')
})

/** Every text in a JSON value of objects and texts. */
function textsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
}

function npmInstall(packages: readonly string[]): Promise<unknown> {
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts=false']
  return run('npm', ['install', ...options, ...packages], { cwd: project })
}

interface InstalledPackage {
  readonly name: string
  readonly scripts: Readonly<Record<string, string>>
}

async function installedPackages(): Promise<readonly InstalledPackage[]> {
  const lock = JSON.parse(await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, unknown>>
  }
  return Promise.all(
    Object.keys(lock.packages).map(async (path) => {
      const { name, scripts } = JSON.parse(await readFile(join(project, path, 'package.json'), 'utf8')) as {
        name: string
        scripts?: Readonly<Record<string, string>>
      }
      return { name, scripts: scripts ?? {} }
    }),
  )
}
