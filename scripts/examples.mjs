import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build/ensure-built.mjs'
import { root } from './build/root.mjs'

// `npm run examples`: regenerates output-example/ from specs/. With `-- --check`, only tells whether it is in step.

ensureBuilt()
const specs = readdirSync(join(root, 'specs')).filter((name) => name.endsWith('.yaml'))
for (const spec of specs) {
  const folder = `output-example/${spec.replace(/\.yaml$/, '')}`
  const args = ['generate', `specs/${spec}`, '--out', `${folder}/generated`, '--migrations', `${folder}/migrations`]
  const { status } = spawnSync(process.execPath, ['dist/cli.js', ...args, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
