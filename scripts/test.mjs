import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuilt } from './build/ensure-built.mjs'
import { root } from './build/root.mjs'
import { findServers } from './servers.mjs'

// `npm test`: builds what is out of date, finds or starts the servers and runs vitest with the arguments given.

ensureBuilt()
const servers = await findServers()
try {
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, AMQP_URL: servers.amqpUrl, DATABASE_URL: servers.databaseUrl },
      stdio: 'inherit',
    },
  )
  // Ctrl-C reaches vitest as well, which ends by itself; the servers are stopped after it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
  const [code] = await once(vitest, 'exit')
  process.exitCode = code ?? 1
} finally {
  await servers.stop()
}
