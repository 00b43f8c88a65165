import type { LocatedFinding } from './position.js'

/** Findings as a test report: a suite for each file, a failed test for each error or warning, a passed one for none. */
export function reportJunit(report: {
  readonly findings: readonly LocatedFinding[]
  /** Every document that was looked at. */
  readonly files: readonly string[]
}): string {
  const { findings } = report
  const files = [...new Set([...report.files, ...findings.map(({ file }) => file)])]
  const suites = files.map((file) => {
    return suiteOf(
      file,
      findings.filter((finding) => finding.file === file && finding.severity !== 'info'),
    )
  })
  const failures = findings.filter(({ severity }) => severity !== 'info').length
  const tests = suites.reduce((count, suite) => count + suite.tests, 0)
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="idemgen lint" tests="${tests}" failures="${failures}">\n`
  return `${head}${suites.map(({ text }) => text).join('')}</testsuites>\n`
}

function suiteOf(file: string, failed: readonly LocatedFinding[]): { readonly tests: number; readonly text: string } {
  const name = escaped(file)
  const cases =
    failed.length === 0 ? [`    <testcase classname="${name}" name="idemgen lint" />\n`] : failed.map(caseOf)
  const tests = cases.length
  const attributes = `name="${name}" tests="${tests}" failures="${failed.length}"`
  return { tests, text: `  <testsuite ${attributes}>\n${cases.join('')}  </testsuite>\n` }
}

function caseOf({ rule, severity, message, hint, file, line, column }: LocatedFinding): string {
  const place = `${file}:${line}:${column}`
  const details = [place, ...(hint === undefined ? [] : [`hint: ${hint}`])].join('\n')
  const failure = `<failure type="${severity}" message="${escaped(message)}">${escaped(details)}</failure>`
  const name = escaped(`${rule} at ${line}:${column}`)
  return `    <testcase classname="${escaped(file)}" name="${name}">\n      ${failure}\n    </testcase>\n`
}

/** For XML 1.0, which has no way at all to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
}
