import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dump } from 'js-yaml'
import { root } from '../scripts/build/root.mjs'
import { makeDocument } from './document.mjs'
import { folder } from './folder.mjs'
import { measure, median } from './measure.mjs'
import { printTable } from './table.mjs'

/** @typedef {import('./measure.mjs').Usage} Usage */

const versions = /** @type {const} */ (['3.0.0', '2.6.0'])

/**
 * `generate --validate fast` against a process that only parses the same file with the official parser, in turn, at
 * several sizes. `runs` is for the size that the two are compared at; the others show the growth.
 *
 * @param {{ readonly sizes: readonly number[], readonly compared: number, readonly runs: number }} options
 */
export function benchGenerate({ sizes, compared, runs }) {
  const rows = versions.flatMap((version) =>
    sizes.map((channels) => {
      const spec = writeDocument({ version, channels })
      const own = []
      const parser = []
      const times = channels === compared ? runs : Math.min(runs, 3)
      for (let run = 0; run < times; run++) {
        own.push(generateOnce(spec, join(folder, 'generate')))
        if (channels <= compared) parser.push(measure([join(root, 'bench/parse.mjs'), spec], root))
      }
      console.error(`${version}, ${channels} channels: done`)
      return {
        version,
        channels,
        runs: times,
        generate: median(own),
        parser: parser.length === 0 ? undefined : median(parser),
      }
    }),
  )
  printTable(rows.map(rowOf))
  const growth = versions.map((version) => ({
    version,
    exponent: exponentOf(rows.filter((row) => row.version === version)),
  }))
  for (const { version, exponent } of growth)
    console.log(`\n${version}: CPU grows with channels^${exponent.toFixed(2)}`)
  writeFileSync(join(folder, 'generate.json'), `${JSON.stringify({ node: process.version, rows, growth }, null, 2)}\n`)
}

/** @param {{ readonly version: '2.6.0' | '3.0.0', readonly channels: number }} size */
export function writeDocument(size) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `parcels-${size.version}-${size.channels}.yaml`)
  writeFileSync(path, dump(makeDocument(size), { noRefs: true, lineWidth: 120 }))
  return path
}

/**
 * Into an empty project each time: the most that there can be to do.
 *
 * @param {string} spec
 * @param {string} project
 */
export function generateOnce(spec, project) {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "name": "measured", "private": true, "type": "module" }\n')
  return measure([join(root, 'dist/cli.js'), 'generate', spec, '--validate', 'fast'], project)
}

/**
 * The power of the number of channels that the CPU time of `generate` grows with beyond what the process costs without
 * any: the slope from the smallest to the largest size, both in logarithms.
 *
 * @param {readonly { readonly channels: number, readonly generate: Usage }[]} rows
 */
function exponentOf(rows) {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || first === last) return Number.NaN
  return Math.log(last.generate.cpuMs / first.generate.cpuMs) / Math.log(last.channels / first.channels)
}

/** @param {{ readonly version: string, readonly channels: number, readonly runs: number, readonly generate: Usage, readonly parser: Usage | undefined }} row */
function rowOf({ version, channels, runs, generate, parser }) {
  return {
    version,
    channels: String(channels),
    runs: String(runs),
    'generate: CPU': seconds(generate.cpuMs),
    'a channel': `${(generate.cpuMs / channels).toFixed(2)} ms`,
    'peak memory': megabytes(generate.peakBytes),
    'parser: CPU': parser === undefined ? '' : seconds(parser.cpuMs),
    'its peak memory': parser === undefined ? '' : megabytes(parser.peakBytes),
    'CPU, of the parser’s': parser === undefined ? '' : `1/${(parser.cpuMs / generate.cpuMs).toFixed(1)}`,
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
