import { expect, test } from 'vitest'
import { diagnosticFindings } from '../../generator/load/diagnostic-findings.js'
import type { OfficialDiagnostic } from '../../generator/load/official.js'
import { lineOf, loadTexts } from './load-texts.js'

const text = `asyncapi: 3.0.0
x-a: &a { b: { c: 1 } }
x-d: { $ref: '#/x-a' }
x-e: *a
`

/** What becomes of remarks that the parser could make, versions included that are not read yet. */
async function linesOf(...diagnostics: readonly Partial<OfficialDiagnostic>[]): Promise<readonly string[]> {
  const { document } = await loadTexts({ 'spec.yaml': text })
  if (document === undefined) throw new Error('the document was not read')
  const complete = diagnostics.map(
    (diagnostic): OfficialDiagnostic => ({
      code: 'asyncapi-document-resolved',
      message: 'Odd thing.',
      severity: 'error',
      path: [],
      ...diagnostic,
    }),
  )
  return diagnosticFindings(document, complete).map((finding) => lineOf(finding, document))
}

test('remarks of taste are one line, and that there is a newer version is none', async () => {
  const taste = (code: string): Partial<OfficialDiagnostic> => ({ code, severity: 'warning' })
  expect(
    await linesOf(
      taste('asyncapi-info-contact'),
      taste('asyncapi2-operation-operationId'),
      taste('asyncapi2-operation-operationId'),
      { code: 'asyncapi-unused-component', severity: 'info' },
      { code: 'asyncapi-latest-version', severity: 'info' },
    ),
  ).toEqual([
    'spec.yaml:1:1 info asyncapi-taste the official parser has 4 remarks of taste: info-contact, operation-operationId, unused-component',
  ])
  expect(await linesOf({ code: 'asyncapi-latest-version', severity: 'info' })).toEqual([])
})

test('other warnings stay what they are, under the name of their rule', async () => {
  expect(
    await linesOf(
      { code: 'asyncapi2-schemas', severity: 'warning', message: 'No schema parser registered for "x"', path: ['x-a'] },
      { code: 'unrecognized-format', severity: 'warning', message: 'JSON is not known' },
      { code: 'asyncapi2-message-examples', message: '"email" property must match format "email"', path: ['x-a', 'b'] },
    ),
  ).toEqual([
    'spec.yaml:2:1 warning asyncapi2-schemas no schema parser registered for "x"',
    'spec.yaml:1:1 warning asyncapi-unrecognized-format JSON is not known',
    'spec.yaml:2:11 error asyncapi2-message-examples "b" must match format "email"',
  ])
})

test('a rule of taste that fails as an error is an error', async () => {
  expect(await linesOf({ code: 'asyncapi-servers', severity: 'error' })).toEqual([
    'spec.yaml:1:1 error asyncapi-servers odd thing',
  ])
})

test('the same fault seen through a reference is one', async () => {
  const fault = 'must be different'
  expect(
    await linesOf(
      { path: ['x-d', 'b', 'c'], message: `"c" property ${fault}` },
      { path: ['x-a', 'b', 'c'], message: `"c" property ${fault}` },
      { path: ['x-d'], message: `"x-d" property ${fault}` },
      { path: ['x-a'], message: `"x-a" property ${fault}` },
      { path: ['x-e'], message: `"x-e" property ${fault}` },
    ),
  ).toEqual([
    'spec.yaml:2:16 error asyncapi-invalid "c" must be different',
    'spec.yaml:2:1 error asyncapi-invalid "x-a" must be different',
    'spec.yaml:4:1 error asyncapi-invalid "x-e" must be different',
  ])
})

test('a line that announces another fault is left out beside it, and kept when it is alone', async () => {
  const announcement = { path: ['x-a'], message: '"x-a" property must match "then" schema' }
  expect(
    await linesOf(
      announcement,
      { path: ['x-a', 'b'] },
      { path: ['x-a'], message: '"x-a" property must match exactly one schema in oneOf' },
    ),
  ).toEqual(['spec.yaml:2:11 error asyncapi-invalid odd thing'])
  expect(await linesOf(announcement, { path: ['x-e', 'b'] })).toEqual([
    'spec.yaml:4:1 error asyncapi-invalid odd thing',
    'spec.yaml:2:1 error asyncapi-invalid "x-a" must match "then" schema',
  ])
  expect(await linesOf({ path: ['x-a', 'amqp', 'is'], message: '"is" property must be equal to constant' })).toEqual([
    'spec.yaml:2:1 error asyncapi-invalid "is" must be equal to constant',
  ])
})

test('a fault in another file is not what a line announces', async () => {
  const { document } = await loadTexts({
    'spec.yaml': 'asyncapi: 3.0.0\nx-a: { $ref: a.yaml }\n',
    'a.yaml': 'x-a: { b: 1 }\n',
  })
  if (document === undefined) throw new Error('the document was not read')
  const said = { code: 'asyncapi-other', severity: 'error' as const }
  const findings = diagnosticFindings(document, [
    { ...said, message: '"x-a" property must match "then" schema', path: ['x-a'] },
    { ...said, message: 'Odd thing.', path: ['x-a', 'b'], source: '/project/a.yaml' },
  ])
  expect(findings.map((finding) => lineOf(finding, document))).toEqual([
    'a.yaml:1:8 error asyncapi-other odd thing',
    'spec.yaml:2:1 error asyncapi-other "x-a" must match "then" schema',
  ])
})

test('a line that announces what a lost reference inside it causes is left out', async () => {
  const { document } = await loadTexts({
    'spec.yaml': 'asyncapi: 3.0.0\nx-a: { b: { $ref: "https://example.com/a" } }\nx-c: 1\n',
  })
  if (document === undefined) throw new Error('the document was not read')
  const announcement = (name: string): OfficialDiagnostic => ({
    code: 'asyncapi-document-unresolved',
    severity: 'error',
    message: `"${name}" property must match "then" schema`,
    path: [name],
  })
  const findings = diagnosticFindings(document, [announcement('x-a'), announcement('x-c')])
  expect(findings.map((finding) => lineOf(finding, document))).toEqual([
    'spec.yaml:3:1 error asyncapi-invalid "x-c" must match "then" schema',
  ])
})

test('a reference that only the parser finds at fault is kept', async () => {
  expect(await linesOf({ code: 'invalid-ref', path: ['x-d', '$ref'], message: "'#/x-a' does not exist" })).toEqual([
    "spec.yaml:3:8 error asyncapi-invalid-ref '#/x-a' does not exist",
  ])
})

test('a place that does not exist is located at its nearest parent', async () => {
  expect(
    await linesOf({ path: ['x-d', 'b', 'z', 'y'] }, { path: ['q'] }, { path: [], source: '/elsewhere/x.yaml' }),
  ).toEqual([
    'spec.yaml:2:11 error asyncapi-invalid odd thing',
    'spec.yaml:1:1 error asyncapi-invalid odd thing',
    'spec.yaml:1:1 error asyncapi-invalid odd thing',
  ])
})
