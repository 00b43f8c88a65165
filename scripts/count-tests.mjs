import { existsSync, readFileSync } from 'node:fs'

// Prints `PASSED FAILED` from a report of vitest's JSON reporter. Arguments: the report and vitest's exit code.

const [path = '', status] = process.argv.slice(2)
const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
const passed = Number(report.numPassedTests ?? 0)
const failed = Number(report.numFailedTests ?? 0)
// A file that could not be loaded has no tests to fail; neither has a run whose servers were not found.
const hasFailedOtherwise = failed === 0 && (status !== '0' || passed === 0)
process.stdout.write(`${passed} ${hasFailedOtherwise ? 1 : failed}\n`)
