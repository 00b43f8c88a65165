import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/build/ensure-built.mjs'
import { benchGenerate } from './generate.mjs'
import { benchLint } from './lint.mjs'
import { benchTypecheck } from './typecheck.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, runs: { type: 'string' } },
})
const sizes = values.sizes?.split(',').map(Number)
const runs = Number(values.runs ?? 5)

switch (positionals[0]) {
  case 'generate':
    ensureBuilt()
    benchGenerate({ sizes: sizes ?? [100, 300, 1000, 3000], compared: sizes?.at(-1) ?? 1000, runs })
    break
  case 'lint':
    ensureBuilt()
    benchLint({ sizes: sizes ?? [10, 100, 1000, 3000], runs: Number(values.runs ?? 7) })
    break
  case 'typecheck':
    ensureBuilt()
    benchTypecheck({ channels: sizes?.[0] ?? 1000, runs })
    break
  default:
    console.error('usage: npm run bench -- generate|lint|typecheck [--sizes 100,1000] [--runs 5]')
    process.exitCode = 2
}
