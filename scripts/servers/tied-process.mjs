import { execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

/** @import { TiedPlan } from './tied.mjs' */

// Stands between `startTied` and a server. Whoever started us holds the other end of our standard input, so the
// server ends even when that process is killed and cannot clean up.

const /** @type {TiedPlan} */ plan = JSON.parse(process.argv[2] ?? '')

const server = spawn(plan.command, plan.args, {
  cwd: plan.folder,
  env: plan.env,
  // A group of its own, so that what the server starts can be ended with it.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  ...plan.account,
})
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  void leave(1)
})
server.on('exit', (code) => void leave(code ?? 1))

process.stdin.resume()
process.stdin.on('end', endServer)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endServer)

function endServer() {
  server.kill(plan.signal)
  setTimeout(() => killGroup(), 10_000).unref()
}

function killGroup() {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

/** @param {number} code */
async function leave(code) {
  killGroup()
  if (plan.cleanup !== undefined) {
    const [command = '', ...args] = plan.cleanup
    await promisify(execFile)(command, args, { env: plan.env, timeout: 10_000 }).catch(() => {})
  }
  await rm(plan.folder, { recursive: true, force: true, maxRetries: 3 })
  process.exit(code)
}
