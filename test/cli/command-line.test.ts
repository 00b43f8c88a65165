import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultResult } from '../../generator/commands/fault-result.js'
import { orderSpec } from './order-spec.js'
import { cli, createProject } from './test-project.js'

const project = createProject({ 'specs/orders.yaml': orderSpec })

/** The packages that a run loads, and idemgen's own modules by their path in dist/. */
async function loadedBy(args: readonly string[]) {
  const log = join(project.path, 'imports.txt')
  fs.writeFileSync(log, '')
  const { exitCode } = await project.idemgen(args, { preload: 'record-imports.mjs', env: { IMPORT_LOG: log } })
  const lines = fs.readFileSync(log, 'utf8').split('\n')
  const packages = lines.flatMap((line) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? [])
  const own = lines.flatMap((line) => /\/dist\/(.*)$/.exec(line)?.[1] ?? [])
  return { exitCode, packages: [...new Set(packages)].sort(), own: own.sort() }
}

/** What starting the command line takes: no reading, building or rendering of documents. */
const isLight = (path: string) => /^(cli\.js|commands\/|model\/|load\/package-folder\.js)/.test(path)

describe('idemgen', () => {
  it('prints its version, and loads no package for it', async () => {
    const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      readonly version: string
    }
    expect(await project.idemgen(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
    const loaded = await loadedBy(['--version'])
    expect(loaded).toMatchObject({ exitCode: 0, packages: [] })
    expect(loaded.own).toContain('cli.js')
    expect(loaded.own.filter((path) => !isLight(path))).toEqual([])
  })

  it.each([[['--help']], [['-h']], [['generate', '--help']], [['generate', 'missing.yaml', '-h']]])(
    'prints help for %j, and loads nothing but yargs for it',
    async (args) => {
      const { exitCode, stdout, stderr } = await project.idemgen(args)
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toMatch(/^idemgen (<command>|generate <spec\.\.\.>) \[options\]\n/)
      const loaded = await loadedBy(args)
      expect(loaded.packages).toContain('yargs')
      expect(loaded.packages.filter((name) => /^(@|handlebars|ts-morph|js-yaml|ajv)/.test(name))).toEqual([])
      expect(loaded.own.filter((path) => !isLight(path))).toEqual([])
    },
  )

  it('sees in the same way what generate loads', async () => {
    const loaded = await loadedBy(['generate', 'specs/orders.yaml', '--dry-run'])
    expect(loaded.packages).toEqual(expect.arrayContaining(['handlebars', 'js-yaml', 'yargs']))
    expect(loaded.packages).not.toContain('ts-morph')
    expect(loaded.own).toContain('commands/generate.js')
  })

  it('lists every option of a command in its help', async () => {
    const { stdout } = await project.idemgen(['generate', '--help'])
    for (const option of [
      'out',
      'migrations',
      'side',
      'group',
      'schema',
      'import-extension',
      'check',
      'dry-run',
      'force',
      'fail-on',
      'json',
      'quiet',
      'color',
    ]) {
      expect(stdout).toContain(`  --${option} `)
    }
    expect(stdout).toContain('[default: generated]')
  })

  it('lists only commands that there are', async () => {
    const { stdout } = await project.idemgen(['--help'])
    expect(stdout.match(/^ {2}idemgen \w+/gm)).toEqual([
      '  idemgen generate',
      '  idemgen lint',
      '  idemgen explain',
      '  idemgen completion',
    ])
  })

  it.each([
    [['genrate'], 'error usage unknown command "genrate"\n  hint: did you mean "generate"?\n'],
    [
      ['doctor', 'a.yaml'],
      'error usage unknown command "doctor"\n  hint: there is generate, lint, explain, completion; see "idemgen --help"\n',
    ],
    [
      ['--quiet', 'generate'],
      'error usage "--quiet" stands before the command\n  hint: begin with a command: generate, lint, explain, completion\n',
    ],
    [
      ['generate', 'a', '--chek'],
      'error usage unknown option "--chek" of "idemgen generate"\n  hint: did you mean "--check"?\n',
    ],
    [['generate', 'a', '--out'], expect.stringMatching(/^error usage "--out" needs a value\n {2}hint: .*\n$/)],
    [['generate', 'a', '--out', '--check'], expect.stringMatching(/^error usage "--out" needs a value\n/)],
    [['generate', 'a', '--out=x', '--out=y'], expect.stringMatching(/^error usage "--out" is given twice\n/)],
    [
      ['generate', 'a', '--check=maybe'],
      expect.stringMatching(/^error usage "--check" takes no value, but got "maybe"\n/),
    ],
    [
      ['generate', 'a', '--side', 'consum'],
      'error usage "--side" cannot be "consum"\n  hint: did you mean "consume"?\n',
    ],
    [['generate'], expect.stringMatching(/^error usage no document is named\n/)],
  ])('refuses %j with exit code 2', async (args, stderr) => {
    expect(await project.idemgen(args)).toEqual({ exitCode: 2, stdout: '', stderr })
  })

  it('prints its help on stderr when it is called with nothing', async () => {
    const { exitCode, stdout, stderr } = await project.idemgen([])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('Commands:')
  })

  it('takes a document whose name looks like a number or an option', async () => {
    const others = createProject({ '1e3': orderSpec, '--odd.yaml': orderSpec })
    expect(await others.idemgen(['generate', '1e3', '--dry-run'])).toMatchObject({ exitCode: 0 })
    expect(await others.idemgen(['generate', '--dry-run', '--', '--odd.yaml'])).toMatchObject({ exitCode: 0 })
  })

  it('colors only when asked to where no terminal is', async () => {
    const colors = async (args: readonly string[], env: Record<string, string> = {}) => {
      const { stderr } = await project.idemgen(['generate', 'missing.yaml', ...args], { env })
      return stderr.includes('\x1b[')
    }
    expect(await colors([])).toBe(false)
    expect(await colors([], { FORCE_COLOR: '1' })).toBe(true)
    expect(await colors([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
    expect(await colors(['--color'])).toBe(true)
    expect(await colors(['--no-color'], { FORCE_COLOR: '1' })).toBe(false)
  })

  it('does not mind a reader that goes away', async () => {
    const child = spawn(process.execPath, [cli, 'generate', 'specs/orders.yaml', '--dry-run', '--json'], {
      cwd: project.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([child.stderr.setEncoding('utf8').toArray(), once(child, 'exit')])
    expect({ code, stderr: stderr.join('') }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('EPIPE') })
  })
})

describe('an error that nobody foresaw', () => {
  it('prints as a bug with its stack and what to do, exit code 2', () => {
    const { exitCode, stdout, stderr } = faultResult(new TypeError('x is not a function'), { color: false, json: true })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error bug this is a bug in idemgen: x is not a function\n {2}hint: please report it/)
    expect(stderr).toMatch(/\nTypeError: x is not a function\n {4}at .*command-line\.test\.ts/)
    expect(JSON.parse(stdout)).toMatchObject({ result: 'failed', error: { code: 'bug' } })
  })

  it('ends the command line with 2, not with the code of findings', async () => {
    const { exitCode, stderr } = await project.idemgen(['generate', 'specs/orders.yaml'], {
      preload: 'throw-later.mjs',
    })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('error bug this is a bug in idemgen: thrown outside every promise\n')
  })
})
