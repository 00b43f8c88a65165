import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folder } from './folder.mjs'

/** @typedef {{ readonly cpuMs: number, readonly wallMs: number, readonly peakBytes: number }} Usage */

const hook = pathToFileURL(join(import.meta.dirname, 'report-usage.mjs')).href

/**
 * Runs a program of Node and tells what it has used. Throws when it fails.
 *
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Usage}
 */
export function measure(args, cwd) {
  const report = join(folder, `usage-${process.pid}.json`)
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, ...args], {
    cwd,
    env: { ...process.env, BENCH_USAGE: report },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const wallMs = performance.now() - startedAt
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr.slice(0, 2000)}`)
  const usage = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  return { ...usage, wallMs }
}

/**
 * The middle of each figure: a neighbour on the machine disturbs single runs.
 *
 * @param {readonly Usage[]} usages
 * @returns {Usage}
 */
export function median(usages) {
  /** @param {(usage: Usage) => number} figure */
  const middle = (figure) =>
    usages.map(figure).toSorted((left, right) => left - right)[usages.length >> 1] ?? Number.NaN
  return {
    cpuMs: middle(({ cpuMs }) => cpuMs),
    wallMs: middle(({ wallMs }) => wallMs),
    peakBytes: middle(({ peakBytes }) => peakBytes),
  }
}
