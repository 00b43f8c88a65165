import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/build/ensure-built.mjs'

// Spectral's command with the ruleset as its users have it: by its name in a project where both are installed. Its 240
// packages are no dependency of this repository; test/spectral has its engine, which is.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const installTimeoutMs = 300_000

const rulesets = {
  '.spectral.yaml': "extends: ['idemgen/spectral']\n",
  'spectral.mjs': "import idemgen from 'idemgen/spectral'\nexport default { extends: [idemgen] }\n",
  'severities.yaml': "extends: ['idemgen/spectral']\nrules: { key-is-volatile: warn, retention-unstated: true }\n",
}

describe.runIf(process.env.TEST_FULL === '1')("Spectral's command", () => {
  let project: string

  beforeAll(async () => {
    ensureBuilt()
    project = await mkdtemp(join(tmpdir(), 'idemgen-spectral-'))
    // Without the package that reports to its maker what is installed.
    const overrides = { '@scarf/scarf': `file:${join(root, 'scripts/no-reporting')}` }
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'trial', private: true, overrides }))
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', ...options, '@stoplight/spectral-cli@6.16.3'], { cwd: project })
    await symlink(root, join(project, 'node_modules/idemgen'))
    for (const [name, text] of Object.entries(rulesets)) await writeFile(join(project, name), text)
    await mkdir(join(project, 'specs'))
    await cp(join(root, 'test/lint/cases/key-is-volatile/fails.yaml'), join(project, 'specs/orders.yaml'))
  }, installTimeoutMs)

  afterAll(() => rm(project, { recursive: true, force: true }))

  test.each(['.spectral.yaml', 'spectral.mjs'])(
    'finds with %s what idemgen lint finds, on the same lines',
    async (name) => {
      const found = await json<Finding>(process.execPath, [
        join(root, 'dist/cli.js'),
        'lint',
        'specs/orders.yaml',
        '--json',
      ])
      const expected = found.map(({ line, rule, message, hint }) => `${line} ${rule} ${message}; ${hint}`)
      const told = await spectral(name)
      expect(expected.length).toBeGreaterThan(5)
      expect(told.map(({ range, code, message }) => `${range.start.line + 1} ${code} ${message}`)).toEqual(expected)
    },
  )

  test('takes the severities and the rules of --strict that a project asks for', async () => {
    const told = await spectral('severities.yaml')
    const severities = new Map(told.map(({ code, severity }) => [code, severity]))
    // 1 is a warning, 2 information.
    expect(Object.fromEntries(severities)).toMatchObject({ 'key-is-volatile': 1, 'retention-unstated': 2 })
  })

  async function spectral(ruleset: string): Promise<readonly SpectralResult[]> {
    return json<SpectralResult>('npx', [
      '--no-install',
      'spectral',
      'lint',
      'specs/orders.yaml',
      '-r',
      ruleset,
      '-f',
      'json',
      '--quiet',
    ])
  }

  /** What a command prints that finds something, and so ends with exit code 1, or not. */
  async function json<Result>(command: string, args: readonly string[]): Promise<readonly Result[]> {
    const { stdout } = await run(command, args, { cwd: project }).catch((error: { readonly stdout: string }) => error)
    return JSON.parse(stdout)
  }
})

interface SpectralResult {
  readonly code: string
  readonly message: string
  readonly severity: number
  readonly range: { readonly start: { readonly line: number } }
}

interface Finding {
  readonly rule: string
  readonly message: string
  readonly hint: string
  readonly line: number
}
