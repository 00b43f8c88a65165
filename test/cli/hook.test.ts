import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { cli, createProject, type TestProject } from './test-project.js'

// What pre-commit does with .pre-commit-hooks.yaml: https://pre-commit.com/#creating-new-hooks. Its file types `yaml` and
// `json` are known by their extensions, its entry is split into words, and the staged files follow as arguments.

interface Hook {
  readonly id: string
  readonly entry: string
  readonly language: string
  readonly types_or: readonly string[]
  readonly require_serial: boolean
}

const [hook] = load(readFileSync(new URL('../../.pre-commit-hooks.yaml', import.meta.url), 'utf8')) as readonly [Hook]
const extensions: Readonly<Record<string, readonly string[]>> = { yaml: ['yaml', 'yml'], json: ['json'] }
const broken = orderSpec.replace('businessKey: [orderId]', 'businessKey: [orderid]')

describe('the hook of pre-commit', () => {
  let project: TestProject
  beforeAll(() => {
    project = createProject({
      'package.json': '{ "name": "shop" }\n',
      'ci/values.yaml': 'name: {{ .Values.name }}\n',
      'README.md': 'asyncapi: 3.0.0\n',
    })
    git(project, 'init', '--quiet')
  })

  it('is installed from npm and started once for all files', () => {
    expect(hook).toMatchObject({ id: 'idemgen-lint', language: 'node', require_serial: true })
  })

  it('passes when nothing that is staged is AsyncAPI, and says nothing', () => {
    git(project, 'add', '--all')
    expect(staged(project)).toEqual(['README.md', 'ci/values.yaml', 'package.json'])
    expect(runHook(project)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('passes when the documents are right, and says nothing', () => {
    project.write({ 'api docs/orders.yaml': orderSpec })
    git(project, 'add', '--all')
    expect(runHook(project)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('fails with the place in documents whose paths have spaces and letters of any language', () => {
    project.write({ 'api docs/Bestellungen für 客户 "neu".yaml': broken, "it's/$HOME;.yml": broken })
    git(project, 'add', '--all')
    const { status, stdout } = runHook(project)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^api docs\/Bestellungen für 客户 "neu"\.yaml:\d+:\d+ error field-unknown "orderid" /m)
    expect(stdout).toMatch(/^it's\/\$HOME;\.yml:\d+:\d+ error field-unknown "orderid" /m)
    expect(stdout).toMatch(/^3 documents: 2 errors$/m)
  })

  it('fails on warnings when its args ask for that', () => {
    const quiet = createProject({ 'orders.yaml': warned })
    git(quiet, 'init', '--quiet')
    git(quiet, 'add', '--all')
    expect([runHook(quiet).status, runHook(quiet, ['--fail-on', 'warning']).status]).toEqual([0, 1])
  })

  it('cannot run with an option that does not exist, which is another exit code', () => {
    expect(runHook(project, ['--fial-on', 'warning']).status).toBe(2)
  })
})

const warned = orderSpec.replace('billing: {}', 'billing: { retry: { delays: [5m, 1s] } }')

/** The paths of what is staged and not deleted, as they are. */
function staged(project: TestProject): readonly string[] {
  const paths = git(project, 'diff', '--staged', '--name-only', '--no-ext-diff', '--diff-filter=ACMRTUXB', '-z')
  return paths.split('\0').filter((path) => path !== '')
}

function runHook(project: TestProject, args: readonly string[] = []) {
  const wanted = hook.types_or.flatMap((type) => extensions[type] ?? [])
  const files = staged(project).filter((path) => wanted.includes(path.split('.').at(-1) ?? ''))
  const [program, ...words] = hook.entry.split(' ')
  expect(program).toBe('idemgen')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words, ...args, ...files], {
    cwd: project.path,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function git(project: TestProject, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: project.path, encoding: 'utf8' })
}
