import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCommandLine } from './build/command-line.mjs'
import { bundleOfficialParser } from './build/official-parser.mjs'
import { root } from './build/root.mjs'
import { writeSpectralEntry } from './build/spectral-entry.mjs'
import { bundleValidators } from './build/validators.mjs'

/** Makes dist/ from generator/: compiled by tsc, with the official parser, its compiled schemas and what lints bundled into files beside it. */
async function build() {
  const startedAt = new Date()
  mkdirSync(join(root, '.tmp'), { recursive: true })
  // Built aside and swapped in at the end: a failed build leaves the old one, and nobody meets half of one.
  const made = mkdtempSync(join(root, '.tmp', 'dist-'))
  try {
    compile(made)
    writeSpectralEntry(made)
    await Promise.all([bundleOfficialParser(made), bundleValidators(made)])
    await bundleCommandLine(made)
    chmodSync(join(made, 'cli.js'), 0o755)
    // mkdtemp keeps others out.
    chmodSync(made, 0o755)
    // What is edited while the build runs is newer than it.
    utimesSync(made, startedAt, startedAt)
    swapIn(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** @param {string} made */
function swapIn(made) {
  const old = `${made}-old`
  const dist = join(root, 'dist')
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(made, dist)
  rmSync(old, { recursive: true, force: true })
}

/** @param {string} folder */
function compile(folder) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.json', '--outDir', folder], { cwd: root, stdio: 'inherit' })
}

try {
  await build()
} catch (error) {
  // What the compiler and the bundler found, they have printed.
  if (!(error instanceof Error && ('status' in error || 'errors' in error))) throw error
  process.exitCode = 1
}
