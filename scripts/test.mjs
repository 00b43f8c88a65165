import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuilt } from './build/ensure-built.mjs'
import { root } from './build/root.mjs'
import { findServers } from './servers.mjs'

// `npm test`: builds what is out of date, finds or starts the servers and runs vitest with the arguments given.

ensureBuilt()
const servers = await findServers().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
try {
  process.exitCode = await runTests(servers)
} finally {
  await servers.stop()
}

/**
 * @param {import('./servers.mjs').Servers} servers
 * @returns {Promise<number>} vitest's exit code
 */
async function runTests({ amqpUrl, databaseUrl }) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]
  const env = { ...process.env, AMQP_URL: amqpUrl, DATABASE_URL: databaseUrl }
  const vitest = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  // Ctrl-C reaches vitest as well, which ends by itself; the servers are stopped after it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
  const [code] = await once(vitest, 'exit')
  return code ?? 1
}
