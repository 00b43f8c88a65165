import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/build/root.mjs'
import { folder } from './folder.mjs'
import { generateOnce, megabytes, seconds, writeDocument } from './generate.mjs'
import { median } from './measure.mjs'
import { printTable } from './table.mjs'

const compilers = [
  { name: 'TypeScript 5.9', path: 'node_modules/typescript/bin/tsc' },
  { name: 'TypeScript 7', path: 'node_modules/typescript7/bin/tsc' },
]

/** GNU time: TypeScript 7 is a process of its own, whose use its parent does not see otherwise. */
const time = '/usr/bin/time'

/**
 * The type-check of what is generated from a large document, under the strictest settings.
 *
 * @param {{ readonly channels: number, readonly runs: number }} options
 */
export function benchTypecheck({ channels, runs }) {
  if (!existsSync(time)) throw new Error(`${time} is missing: install the package "time"`)
  const project = join(folder, 'typecheck')
  generateOnce(writeDocument({ version: '3.0.0', channels }), project)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['generated'] }))
  const usages = compilers.map(() => /** @type {import('./measure.mjs').Usage[]} */ ([]))
  for (let run = 0; run < runs; run++) {
    compilers.forEach(({ path }, i) => {
      usages[i]?.push(checkOnce(path, project))
    })
  }
  const rows = compilers.map(({ name }, i) => ({ name, channels, runs, ...median(usages[i] ?? []) }))
  printTable(
    rows.map(({ name, cpuMs, wallMs, peakBytes }) => ({
      compiler: name,
      channels: String(channels),
      runs: String(runs),
      CPU: seconds(cpuMs),
      time: seconds(wallMs),
      'peak memory': megabytes(peakBytes),
    })),
  )
  writeFileSync(join(folder, 'typecheck.json'), `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`)
}

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  module: 'nodenext',
  target: 'es2022',
  types: ['node'],
  noEmit: true,
}

/** @param {string} compiler @param {string} project */
function checkOnce(compiler, project) {
  const report = join(folder, 'time.txt')
  const startedAt = performance.now()
  const command = ['-f', '%U %S %M', '-o', report, process.execPath, join(root, compiler), '-p', project]
  const { status, stdout } = spawnSync(time, command, { encoding: 'utf8' })
  const wallMs = performance.now() - startedAt
  if (status !== 0) throw new Error(`${compiler} refuses what was generated:\n${stdout.slice(0, 2000)}`)
  const [user = Number.NaN, system = Number.NaN, kilobytes = Number.NaN] = readFileSync(report, 'utf8')
    .split(' ')
    .map(Number)
  return { cpuMs: (user + system) * 1000, wallMs, peakBytes: kilobytes * 1024 }
}
