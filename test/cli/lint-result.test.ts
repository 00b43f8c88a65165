import { describe, expect, it } from 'vitest'
import { readLintOptions } from '../../generator/commands/lint-options.js'
import { lintResult } from '../../generator/commands/lint-result.js'
import type { Severity } from '../../generator/model/finding.js'

const finding = (severity: Severity) => ({ rule: 'r', severity, message: 'm', file: 'a.yaml', line: 1, column: 1 })
const run = (options: Record<string, string | boolean>, severities: readonly Severity[]) =>
  lintResult(
    { findings: severities.map(finding), files: ['a.yaml'] },
    { options: readLintOptions({ positionals: ['a.yaml'], options }), color: false, version: () => '1.2.3' },
  )

describe('the exit code of lint', () => {
  it.each<[Record<string, string>, readonly Severity[], 0 | 1]>([
    [{}, [], 0],
    [{}, ['info', 'warning'], 0],
    [{}, ['error'], 1],
    [{ 'fail-on': 'warning' }, ['info'], 0],
    [{ 'fail-on': 'warning' }, ['warning'], 1],
    [{ 'fail-on': 'warning' }, ['error'], 1],
    [{ 'fail-on': 'never' }, ['error', 'warning'], 0],
    [{ 'max-warnings': '1' }, ['warning', 'info'], 0],
    [{ 'max-warnings': '1' }, ['warning', 'warning'], 1],
    [{ 'max-warnings': '0', 'fail-on': 'never' }, ['warning'], 1],
  ])('with %j and %j is %i', async (options, severities, exitCode) => {
    expect((await run(options, severities)).exitCode).toBe(exitCode)
  })

  it('counts what --quiet does not show', async () => {
    const { exitCode, stdout, stderr } = await run({ quiet: true, 'fail-on': 'warning' }, ['warning'])
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: '', stderr: '' })
  })
})

describe('the text of lint', () => {
  it('ends with the numbers', async () => {
    expect((await run({}, ['error', 'warning', 'warning', 'info'])).stdout).toMatch(
      /\n1 document: 1 error, 2 warnings, 1 remark\n$/,
    )
  })
})

describe('readLintOptions', () => {
  const usage = (message: string) => expect.objectContaining({ code: 'usage', message })
  const read = (options: Record<string, string | boolean>, positionals = ['a.yaml']) =>
    readLintOptions({ positionals, options })

  it('needs a document, but for a hook that has none', () => {
    expect(() => read({}, [])).toThrow(usage('no document is named'))
    expect(read({ hook: true }, []).paths).toEqual([])
    expect(read({ 'stdin-filepath': 'a.yaml' }, []).stdinPath).toBe('a.yaml')
  })

  it.each([
    [{ json: true, format: 'sarif' }, '"--json" and "--format sarif" contradict each other'],
    [{ 'max-warnings': '-1' }, '"--max-warnings" cannot be "-1"'],
    [{ 'stdin-filepath': 'b.yaml' }, '"--stdin-filepath" stands beside documents'],
  ])('refuses %j', (options, message) => {
    expect(() => read(options)).toThrow(usage(message))
  })
})
