import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/build/ensure-built.mjs'
import { benchGenerate } from './generate.mjs'
import { benchTypecheck } from './typecheck.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, runs: { type: 'string', default: '5' } },
})
const sizes = values.sizes?.split(',').map(Number)
const runs = Number(values.runs)

switch (positionals[0]) {
  case 'generate':
    ensureBuilt()
    benchGenerate({ sizes: sizes ?? [100, 300, 1000, 3000], compared: sizes?.at(-1) ?? 1000, runs })
    break
  case 'typecheck':
    ensureBuilt()
    benchTypecheck({ channels: sizes?.[0] ?? 1000, runs })
    break
  default:
    console.error('usage: npm run bench -- generate|typecheck [--sizes 100,1000] [--runs 5]')
    process.exitCode = 2
}
