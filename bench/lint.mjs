import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/build/root.mjs'
import { folder } from './folder.mjs'
import { megabytes, seconds, writeDocument } from './generate.mjs'
import { measure, median } from './measure.mjs'
import { printTable } from './table.mjs'

const cli = join(root, 'dist/cli.js')

/**
 * `lint` against a process that only parses the same file with the official parser, in turn, at several sizes: on a
 * content that is new, with the compiled code of idemgen kept from an earlier run and without; and on one that has not
 * changed, against a process of Node that does nothing.
 *
 * @param {{ readonly sizes: readonly number[], readonly runs: number }} options
 */
export function benchLint({ sizes, runs }) {
  const project = join(folder, 'lint')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "name": "measured", "private": true }\n')
  const cache = join(project, 'node_modules/.cache/idemgen')
  const rows = sizes.map((channels) => {
    const spec = writeDocument({ version: '3.0.0', channels })
    const sides = {
      /** @type {import('./measure.mjs').Usage[]} */ first: [],
      /** @type {import('./measure.mjs').Usage[]} */ changed: [],
      /** @type {import('./measure.mjs').Usage[]} */ unchanged: [],
      /** @type {import('./measure.mjs').Usage[]} */ parser: [],
      /** @type {import('./measure.mjs').Usage[]} */ nothing: [],
    }
    for (let run = 0; run < runs; run++) {
      rmSync(cache, { recursive: true, force: true })
      sides.first.push(measure([cli, 'lint', spec], project))
      forgetFindings(cache)
      sides.changed.push(measure([cli, 'lint', spec], project))
      sides.unchanged.push(measure([cli, 'lint', spec], project))
      sides.nothing.push(measure(['-e', '0'], project))
      sides.parser.push(measure([join(root, 'bench/parse.mjs'), spec], root))
    }
    console.error(`${channels} channels: done`)
    const usages = Object.fromEntries(Object.entries(sides).map(([side, list]) => [side, median(list)]))
    return { channels, runs, usages }
  })
  printTable(rows.map(rowOf))
  writeFileSync(join(folder, 'lint.json'), `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`)
}

/**
 * As a change of the document would: only compiled code is left.
 *
 * @param {string} cache
 */
function forgetFindings(cache) {
  for (const name of readdirSync(cache)) if (name.endsWith('.json')) rmSync(join(cache, name))
}

/** @param {{ readonly channels: number, readonly runs: number, readonly usages: Record<string, import('./measure.mjs').Usage> }} row */
function rowOf({ channels, runs, usages }) {
  const { first, changed, unchanged, parser, nothing } = usages
  if (!first || !changed || !unchanged || !parser || !nothing) throw new Error('a side was not measured')
  return {
    channels: String(channels),
    runs: String(runs),
    'lint: CPU': seconds(changed.cpuMs),
    'peak memory': megabytes(changed.peakBytes),
    'parser: CPU': seconds(parser.cpuMs),
    'its peak memory': megabytes(parser.peakBytes),
    'CPU, of the parser’s': `1/${(parser.cpuMs / changed.cpuMs).toFixed(1)}`,
    'very first run': `1/${(parser.cpuMs / first.cpuMs).toFixed(1)}`,
    'unchanged, of `node -e 0`': (unchanged.cpuMs / nothing.cpuMs).toFixed(2),
  }
}
