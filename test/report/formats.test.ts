import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { ruleTexts } from '../../generator/lint/rule-texts.js'
import { reportGithub } from '../../generator/report/github.js'
import { reportJunit } from '../../generator/report/junit.js'
import { reportMarkdown } from '../../generator/report/markdown.js'
import type { LocatedFinding } from '../../generator/report/position.js'
import { reportSarif } from '../../generator/report/sarif.js'

const error: LocatedFinding = {
  rule: 'key-is-volatile',
  severity: 'error',
  message: '"sentAt" changes',
  hint: 'choose\nanother',
  file: './specs/a b.yaml',
  line: 14,
  column: 22,
  pointer: '/channels/a/x-idempotency/businessKey/1',
}
const hostile: LocatedFinding = {
  rule: 'yaml-broken',
  severity: 'warning',
  message: 'a\n::error::x% <b>&"|` [l](u) \u0007',
  file: 'b,c:.yaml',
  line: 1,
  column: 1,
}
const remark: LocatedFinding = { ...error, rule: 'of-others', severity: 'info', hint: 'h', file: '/d.yaml' }
const findings = [error, hostile, remark]
const files = ['./specs/a b.yaml', 'b,c:.yaml', '/d.yaml', 'good.yaml']

describe('the report for GitHub', () => {
  it('is a command for each finding, whatever is in it', () => {
    expect(reportGithub({ findings })).toBe(
      [
        '::error file=./specs/a b.yaml,line=14,col=22,title=key-is-volatile::"sentAt" changes%0Ahint: choose%0Aanother',
        '::warning file=b%2Cc%3A.yaml,line=1,col=1,title=yaml-broken::a%0A::error::x%25 <b>&"|` [l](u) \u0007',
        '::notice file=/d.yaml,line=14,col=22,title=of-others::"sentAt" changes%0Ahint: h',
        '',
      ].join('\n'),
    )
    expect(reportGithub({ findings: [] })).toBe('')
  })
})

describe('the JUnit report', () => {
  it('has a suite for each file, and a test for each error or warning', () => {
    expect(reportJunit({ findings, files })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="idemgen lint" tests="4" failures="2">
  <testsuite name="./specs/a b.yaml" tests="1" failures="1">
    <testcase classname="./specs/a b.yaml" name="key-is-volatile at 14:22">
      <failure type="error" message="&quot;sentAt&quot; changes">./specs/a b.yaml:14:22&#10;hint: choose&#10;another</failure>
    </testcase>
  </testsuite>
  <testsuite name="b,c:.yaml" tests="1" failures="1">
    <testcase classname="b,c:.yaml" name="yaml-broken at 1:1">
      <failure type="warning" message="a&#10;::error::x% &lt;b&gt;&amp;&quot;|\` [l](u) \ufffd">b,c:.yaml:1:1</failure>
    </testcase>
  </testsuite>
  <testsuite name="/d.yaml" tests="1" failures="0">
    <testcase classname="/d.yaml" name="idemgen lint" />
  </testsuite>
  <testsuite name="good.yaml" tests="1" failures="0">
    <testcase classname="good.yaml" name="idemgen lint" />
  </testsuite>
</testsuites>
`)
  })
})

describe('the Markdown report', () => {
  it('is a table for each file, whatever is in it', () => {
    expect(reportMarkdown({ findings: [error, hostile], files, version: '1.2.3' })).toBe(`## idemgen lint

4 documents: 1 error, 1 warning

### \`./specs/a b.yaml\`

| line | | rule | |
|---|---|---|---|
| 14:22 | error | [key-is-volatile](https://unpkg.com/idemgen@1.2.3/docs/rules/key-is-volatile.md) | "sentAt" changes<br>hint: choose<br>another |

### \`b,c:.yaml\`

| line | | rule | |
|---|---|---|---|
| 1:1 | warning | [yaml-broken](https://unpkg.com/idemgen@1.2.3/docs/rules/yaml-broken.md) | a<br>::error::x% \\<b\\>&"\\|\\\` \\[l\\](u) \u0007 |
`)
    expect(reportMarkdown({ findings: [], files, version: '1' })).toBe(
      '## idemgen lint\n\n4 documents: nothing found\n',
    )
  })
})

describe('the SARIF report', () => {
  // The schema of the standard, as a package of Microsoft ships it.
  const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  formats.default(ajv)
  const { $schema: _schema, $id: _$id, id: _id, ...schema } = JSON.parse(readFileSync(path, 'utf8'))
  const validate = ajv.compile(schema)
  const sarif = (given: readonly LocatedFinding[]) =>
    JSON.parse(reportSarif({ findings: given, texts: ruleTexts, version: '1.2.3' }))

  it.each([
    ['nothing', []],
    ['every kind', findings],
  ])('is valid SARIF 2.1.0 with %s', (_, given) => {
    validate(sarif(given))
    expect(validate.errors).toBeNull()
  })

  it('is refused by the schema when it is wrong', () => {
    const log = sarif(findings)
    log.runs[0].results[0].level = 'grave'
    expect(validate(log)).toBe(false)
  })

  it('names the rule with its help, and the place', () => {
    const { runs } = sarif(findings)
    const [run] = runs
    expect(run.tool.driver.rules[0]).toMatchObject({
      id: 'key-is-volatile',
      helpUri: 'https://unpkg.com/idemgen@1.2.3/docs/rules/key-is-volatile.md',
      help: { markdown: expect.stringContaining('# key-is-volatile') },
    })
    expect(run.results[0]).toMatchObject({
      ruleId: 'key-is-volatile',
      ruleIndex: 0,
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'specs/a%20b.yaml' },
            region: { startLine: 14, startColumn: 22 },
          },
        },
      ],
    })
    expect(run.results.map((result: { locations: never[] }) => result.locations)).toMatchObject([
      [{}],
      [{ physicalLocation: { artifactLocation: { uri: 'b%2Cc%3A.yaml' } } }],
      [{ physicalLocation: { artifactLocation: { uri: 'file:///d.yaml' } } }],
    ])
  })

  it('has fingerprints that moved lines and other words leave as they are', () => {
    const print = (finding: LocatedFinding) => sarif([finding]).runs[0].results[0].partialFingerprints
    expect(print(error)['rulePointer/v1']).toMatch(/^[0-9a-f]{64}$/)
    expect(print({ ...error, line: 99, column: 1, message: 'other' })).toEqual(print(error))
    expect(print({ ...error, rule: 'other' })).not.toEqual(print(error))
    expect(print({ ...error, pointer: '/other' })).not.toEqual(print(error))
    expect(print(hostile)).toBeUndefined()
  })
})
