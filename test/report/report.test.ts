import { describe, expect, test } from 'vitest'
import type { Document } from '../../generator/model/document.js'
import type { Finding } from '../../generator/model/finding.js'
import { reportJson } from '../../generator/report/json.js'
import { compareFindings, locateFindings } from '../../generator/report/position.js'
import { reportText } from '../../generator/report/text.js'

const document: Document = {
  folder: '/project/specs',
  files: new Map([
    ['', { path: './specs/orders.yaml', text: '', value: {} }],
    ['parts/a.yaml', { path: 'specs/parts/a.yaml', text: '', value: {} }],
  ]),
  locate: ({ pointer }) => ({ line: Number(pointer.slice(1)) || 1, column: 3 }),
}

function finding(pointer: string, parts: Partial<Finding> = {}): Finding {
  return { rule: 'key-missing', severity: 'error', message: 'no key', at: { file: '', pointer }, ...parts }
}

describe('the text report', () => {
  test('is a line for each finding and an indented one for its hint, in the order of the files', () => {
    const findings = [
      finding('/10', { hint: 'add "businessKey"' }),
      finding('/2', { severity: 'info', rule: 'b' }),
      finding('/2', { severity: 'warning', rule: 'c' }),
      finding('/2', { severity: 'error', rule: 'd' }),
      finding('/2', { severity: 'error', rule: 'a', message: 'z' }),
      finding('/2', { severity: 'error', rule: 'a', message: 'y' }),
      finding('/3', { at: { file: 'parts/a.yaml', pointer: '/3' }, hint: 'two\nlines' }),
      finding('', { at: { file: './specs/orders.yaml', line: 2, column: 1 }, rule: 'e' }),
    ]
    expect(reportText({ findings: locateFindings(findings, document), color: false })).toBe(
      [
        './specs/orders.yaml:2:1 error e no key',
        './specs/orders.yaml:2:3 error a y',
        './specs/orders.yaml:2:3 error a z',
        './specs/orders.yaml:2:3 error d no key',
        './specs/orders.yaml:2:3 warning c no key',
        './specs/orders.yaml:2:3 info b no key',
        './specs/orders.yaml:10:3 error key-missing no key',
        '  hint: add "businessKey"',
        'specs/parts/a.yaml:3:3 error key-missing no key',
        '  hint: two',
        '  lines',
        '',
      ].join('\n'),
    )
  })

  test('is empty without findings', () => {
    expect(reportText({ findings: [], color: true })).toBe('')
  })

  test('has colors only where they are asked for', () => {
    const findings = locateFindings([finding('/1', { hint: 'h' })], document)
    expect(reportText({ findings, color: false })).not.toContain('\x1b')
    const text = reportText({ findings, color: true })
    expect(text).toContain('\x1b[31merror\x1b[39m')
    expect(text.replaceAll(/\p{Cc}\[\d+m/gu, '')).toBe(reportText({ findings, color: false }))
  })

  test('keeps a hostile message on its line and the terminal as it is', () => {
    const message = 'a\nb\r\x1b[2J\u009b\u202e\u2028\u0007 ü 👩‍🚀 \\'
    const text = reportText({
      findings: locateFindings([finding('/1', { message, hint: '\x1b[31m' })], document),
      color: false,
    })
    expect(text).toBe(
      './specs/orders.yaml:1:3 error key-missing a\\nb\\r\\u001b[2J\\u009b\\u202e\\u2028\\u0007 ü 👩‍🚀 \\\n  hint: \\u001b[31m\n',
    )
  })
})

test('the JSON report is an array with its keys in one order, absent ones left out', () => {
  const at = { column: 2, line: 1, file: 'broken.yaml' }
  const findings = [
    ...locateFindings([finding('/5', { hint: 'h' })], document),
    ...locateFindings([finding('', { at })]),
  ]
  expect(reportJson({ findings: findings.toSorted(compareFindings) })).toBe(`[
  {
    "rule": "key-missing",
    "severity": "error",
    "message": "no key",
    "hint": "h",
    "file": "./specs/orders.yaml",
    "line": 5,
    "column": 3,
    "pointer": "/5"
  },
  {
    "rule": "key-missing",
    "severity": "error",
    "message": "no key",
    "file": "broken.yaml",
    "line": 1,
    "column": 2
  }
]
`)
  expect(reportJson({ findings: [] })).toBe('[]\n')
})

test('a place in a file that the document does not hold is named all the same', () => {
  expect(locateFindings([finding('/5', { at: { file: 'x.yaml', pointer: '/5' } })])).toEqual([
    { rule: 'key-missing', severity: 'error', message: 'no key', file: 'x.yaml', line: 1, column: 1, pointer: '/5' },
  ])
})
