import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { ensureBuilt } from '../../scripts/build/ensure-built.mjs'

export interface CliResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** Relative to the project. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** A file of fixtures/ to load before the command line. */
  readonly preload?: string
}

/** A folder outside the repository in which the built command line runs. */
export interface TestProject {
  readonly path: string
  write(texts: Readonly<Record<string, string>>): void
  read(path: string): string
  remove(path: string): void
  /** Changes a file that is there. */
  edit(path: string, change: (text: string) => string): void
  /** Every file with its text and the time it was written, for comparing before and after. */
  snapshot(): Readonly<Record<string, string>>
  /** `idemgen <args>` in this folder. */
  idemgen(args: readonly string[], options?: RunOptions): Promise<CliResult>
}

ensureBuilt()

/** Removed when the test file is done. */
const root = fs.mkdtempSync(join(tmpdir(), 'idemgen-cli-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

export function createProject(texts: Readonly<Record<string, string>> = {}): TestProject {
  const path = fs.mkdtempSync(join(root, 'project-'))
  const project: TestProject = {
    path,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        fs.mkdirSync(dirname(join(path, name)), { recursive: true })
        fs.writeFileSync(join(path, name), text)
      }
    },
    read: (name) => fs.readFileSync(join(path, name), 'utf8'),
    remove: (name) => fs.rmSync(join(path, name), { recursive: true }),
    edit: (name, change) => fs.writeFileSync(join(path, name), change(fs.readFileSync(join(path, name), 'utf8'))),
    snapshot: () => readTree(path),
    idemgen: (args, options = {}) => runCli(args, { ...options, cwd: join(path, options.cwd ?? '') }),
  }
  project.write(texts)
  return project
}

/** Where the command line remembers which contents are valid: parsing them again in each test takes a second each. */
const cache = fileURLToPath(new URL('../../.tmp/cli-cache', import.meta.url))
fs.mkdirSync(cache, { recursive: true })

/** The file that users start. */
export const cli: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

async function runCli(args: readonly string[], options: RunOptions & { readonly cwd: string }): Promise<CliResult> {
  const { cwd, preload, env = {} } = options
  const before = preload === undefined ? [] : ['--import', new URL(`fixtures/${preload}`, import.meta.url).href]
  const child = spawn(process.execPath, [...before, cli, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: cache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    once(child, 'exit'),
  ])
  return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
}

function readTree(folder: string): Readonly<Record<string, string>> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.sort().map((path) => {
      const { mtimeMs } = fs.lstatSync(path)
      return [path.slice(folder.length + 1), `${mtimeMs} ${fs.readFileSync(path, 'utf8')}`]
    }),
  )
}
