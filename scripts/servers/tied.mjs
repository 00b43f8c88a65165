import { spawn } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** @typedef {{ readonly uid: number, readonly gid: number }} Account */

/**
 * @typedef {object} TiedPlan
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} folder working folder of the server, removed when it has ended
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Signals} signal how the server is asked to end; killed after ten seconds
 * @property {Account} [account] whose process it is; ours by default
 * @property {readonly string[]} [cleanup] a command to run once it has ended
 */

/**
 * Starts a server that lives no longer than this process and resolves once `probe` does.
 *
 * @param {TiedPlan} plan
 * @param {() => Promise<string>} probe
 * @param {number} deadlineMs
 * @returns {Promise<{ version: string, stop: () => Promise<void> }>}
 */
export async function startTied(plan, probe, deadlineMs) {
  const script = fileURLToPath(new URL('tied-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(plan)], {
    // Not in our group: Ctrl-C must end the tests before the servers they use.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4000)
    })
  }
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.ref()
    child.stdin.end()
    await exited
  }
  const giveUp = Date.now() + deadlineMs
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended at once: ${lastLines(output)}`)
    try {
      const version = await probe()
      letGo(child)
      return { version, stop }
    } catch (error) {
      if (Date.now() > giveUp) {
        await stop()
        throw new Error(`it did not answer within ${deadlineMs / 1000} s: ${lastLines(output)}`, { cause: error })
      }
    }
    await pause(100)
  }
}

/**
 * A folder in the system's temporary one.
 *
 * @param {string} name
 * @param {Account | undefined} account its owner
 */
export async function makeFolder(name, account) {
  const folder = await mkdtemp(join(tmpdir(), `idemgen-${name}-`))
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  return folder
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })
}

/**
 * The server must not keep this process alive: a caller that forgets `stop` ends, and the server with it.
 *
 * @param {import('node:child_process').ChildProcessWithoutNullStreams} child
 */
function letGo(child) {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split('\n').slice(-5).join(' / ') || 'it printed nothing'
}
