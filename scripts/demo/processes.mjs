import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { root } from '../build/root.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * @typedef {object} DemoProcesses
 * @property {() => Promise<ChildProcess>} startConsumer resolves when it consumes
 * @property {(orders: number) => ChildProcess} startPublisher ends when all is published
 * @property {ReadonlyMap<string, number>} counts how often each kind of event was told by any of them
 * @property {() => void} kill what still runs
 */

/**
 * Bundles the consumer and the publisher of the demo with the code that was generated into the folder.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env of the processes, beside that of this one
 * @returns {Promise<DemoProcesses>}
 */
export async function demoProcesses(folder, env) {
  const [consumer, publisher] = await Promise.all([bundle(folder, 'consumer'), bundle(folder, 'publisher')])
  /** @type {Map<string, number>} */
  const counts = new Map()
  /** @type {Set<ChildProcess>} */
  const running = new Set()
  return {
    counts,
    async startConsumer() {
      const child = start(consumer, [])
      await new Promise((resolve, reject) => {
        child.once('ready', resolve)
        child.once('exit', () => reject(new Error('a consumer process ended at its start')))
      })
      return child
    },
    startPublisher: (orders) => start(publisher, [String(orders)]),
    kill() {
      for (const child of running) child.kill('SIGKILL')
    },
  }

  /**
   * @param {string} script
   * @param {readonly string[]} args
   */
  function start(script, args) {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { kind, messages } = JSON.parse(line)
      if (kind === 'ready') child.emit('ready')
      if (messages !== undefined) counts.set('messages', messages)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    })
    return child
  }
}

/** @param {ChildProcess} child */
export async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/**
 * @param {string} folder
 * @param {'consumer' | 'publisher'} name
 */
async function bundle(folder, name) {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    entryPoints: [join(root, 'scripts', 'demo', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'generated-for-the-demo',
        setup: ({ onResolve }) =>
          onResolve({ filter: /generated\/index\.js$/ }, () => ({ path: join(folder, 'generated', 'index.ts') })),
      },
    ],
  })
  return outfile
}
