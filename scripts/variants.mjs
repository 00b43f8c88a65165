/**
 * Shows that the tests have teeth: applies each deliberate fault to a copy of the runtime, runs the test that is there
 * to catch it, and fails when the test passes all the same.
 *
 *   npm run variants              all of them
 *   npm run variants -- ack       those whose name contains `ack`
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findServers } from './servers.mjs'
import { applyPatch } from './variants/apply-patch.mjs'
import { variants } from './variants/list.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = variants.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)))
const servers = await findServers()
const survivors = []

for (const variant of wanted) {
  const startedAt = performance.now()
  const caught = isCaught(variant)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${variant.name}  (${seconds} s, ${variant.test.name})`)
  if (!caught) survivors.push(variant.name)
}
await servers.stop()
console.log(`${wanted.length - survivors.length} caught, ${survivors.length} survived`)
process.exit(survivors.length === 0 ? 0 : 1)

/** @param {import('./variants/list.mjs').Variant} variant */
function isCaught(variant) {
  const folder = join(root, '.tmp', 'variants', variant.name.replaceAll(/[^a-z0-9]+/gi, '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'templates', 'runtime'), folder, { recursive: true })
  for (const patch of variant.patches) {
    const path = join(folder, patch.file)
    writeFileSync(path, applyPatch(readFileSync(path, 'utf8'), patch))
  }
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      variant.test.file,
      '-t',
      escapeRegExp(variant.test.name),
      '--reporter=json',
      // A broken runtime is often noticed by waiting in vain.
      '--testTimeout=15000',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        IDEMGEN_RUNTIME_VARIANT: folder,
        AMQP_URL: servers.amqpUrl,
        DATABASE_URL: servers.databaseUrl,
      },
    },
  )
  const report = JSON.parse(run.stdout.slice(run.stdout.indexOf('{"')))
  if (report.numFailedTests + report.numPassedTests !== 1) {
    throw new Error(
      `${variant.name}: the test \`${variant.test.name}\` of ${variant.test.file} did not run\n${run.stdout}${run.stderr}`,
    )
  }
  return report.numFailedTests === 1
}

/** @param {string} text */
function escapeRegExp(text) {
  return `${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`
}
