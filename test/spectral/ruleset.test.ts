import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Document, type ISpectralDiagnostic, type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { Yaml } from '@stoplight/spectral-parsers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lint } from '../../generator/commands/lint.js'
import { readLintOptions } from '../../generator/commands/lint-options.js'
import { ruleTexts } from '../../generator/lint/rule-texts.js'
import { spectralRuleset } from '../../generator/spectral/ruleset.js'

// The same findings at the same places: Spectral's own engine with our ruleset beside the command.

const root = fileURLToPath(new URL('../../', import.meta.url))
const cases = readdirSync(join(root, 'test/lint/cases'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[^/]+\/(?:fails|passes)[^/]*\.yaml$/.test(path))
  .map((path) => `test/lint/cases/${path}`)

const nasty = {
  'specs/orders.yaml': `asyncapi: 3.0.0
info: { title: x, version: '1' }
channels:
  a~1b%2Fc:
    address: a
    messages: { A: { $ref: './shared/a.yaml#/A' } }
    x-idempotency: { consumerGroup: 'm#{{ 1 + 1 }}', retension: 3d }
operations:
  r: { action: receive, channel: { $ref: '#/channels/a~01b%252Fc' } }
`,
  'specs/shared/a.yaml': `A: { $ref: ../b.yaml#/B }\n`,
  'specs/b.yaml': `B:
  x-idempotency: { businessKey: [id], bogus: 1 }
  payload: { type: object, required: [id], properties: { id: { type: string } } }
`,
}

interface Told {
  readonly rule: string
  readonly message: string
  readonly hint?: string
  readonly file: string
  readonly line: number
  readonly column: number
}

describe('Spectral with the ruleset finds what the command finds, on the same lines', () => {
  const found = new Map<string, readonly Told[]>()
  beforeAll(async () => {
    for (const path of cases) found.set(path, await lintWithCommand(path))
  })

  test('in cases enough', () => {
    expect(cases.length).toBeGreaterThan(80)
    expect([...found.values()].flat().length).toBeGreaterThan(80)
  })

  test.each(cases)('%s', async (path) => {
    const told = await lintWithSpectral(path)
    const expected = (found.get(path) ?? []).map(({ rule, message, hint, line }) => {
      // Two braces would be a template to Spectral.
      return `${line} ${rule} ${message}${hint === undefined ? '' : `; ${hint}`}`.replaceAll('{{', '{ {')
    })
    expect(told.map(({ code, message, range }) => `${range.start.line + 1} ${code} ${message}`).sort()).toEqual(
      expected.sort(),
    )
  })
})

describe('a document with names and texts that mean something to Spectral', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idemgen-spectral-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(nasty)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  test('has its findings at their places, in its own words', async () => {
    const told = await lintWithSpectral(join(folder, 'specs/orders.yaml'))
    const misspelt = told.find(({ message }) => message.startsWith('"retension"'))
    expect(misspelt).toMatchObject({
      code: 'annotation-key-unknown',
      path: ['channels', 'a~1b%2Fc', 'x-idempotency', 'retension'],
    })
    const placeholder = told.find(({ code }) => code === 'name-has-placeholder')
    expect(placeholder?.message).toContain('"m#{ { 1 + 1 }}"')
  })

  test('has what is in another file at the reference that leads there, with the place', async () => {
    const told = await lintWithSpectral(join(folder, 'specs/orders.yaml'))
    const elsewhere = told.find(({ message }) => message.includes('"bogus"'))
    expect(elsewhere?.message).toMatch(/(?:^|\/)b\.yaml:2:\d+ "bogus" is not a key of x-idempotency/)
    expect(elsewhere?.path).toEqual(['channels', 'a~1b%2Fc', 'messages', 'A', '$ref'])
  })
})

test('a rule has the name, the severity and the page that it has elsewhere', () => {
  const { rules } = spectralRuleset
  expect(Object.keys(rules)).toEqual([...ruleTexts.map(({ name }) => name), 'asyncapi-other'])
  expect(rules['key-is-volatile']).toMatchObject({ severity: 'error', recommended: true })
  expect(rules['retention-unstated']).toMatchObject({ severity: 'info', recommended: false })
  expect(rules['key-is-volatile']?.documentationUrl).toMatch(/^https:.*\/docs\/rules\/key-is-volatile\.md$/)
})

async function lintWithCommand(path: string): Promise<readonly Told[]> {
  const options = readLintOptions({ positionals: [path], options: { json: true, cache: false } })
  const surroundings = { cwd: root, color: false, now: () => new Date(0), progress: () => {} }
  return JSON.parse((await lint(options, surroundings)).stdout)
}

async function lintWithSpectral(path: string): Promise<readonly ISpectralDiagnostic[]> {
  const spectral = new Spectral()
  // Its types know neither readonly nor the fields of a result that they give defaults.
  spectral.setRuleset({ extends: [spectralRuleset as unknown as RulesetDefinition], rules: {} })
  const absolute = resolve(root, path)
  const results = await spectral.run(new Document(readFileSync(absolute, 'utf8'), Yaml, absolute))
  // What Spectral says of itself, such as a reference that leads nowhere, is not ours.
  return results.filter(({ code }) => Object.hasOwn(spectralRuleset.rules, code))
}
