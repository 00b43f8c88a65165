/**
 * `npm run demo`: duplicates, a killed process, and handlers that fail in both ways, on real servers.
 *
 * Generates from specs/orders.yaml under names of its own on the broker and in a database of its own, and removes both
 * at the end.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './build/root.mjs'
import { demoBroker } from './demo/broker.mjs'
import { demoDatabase } from './demo/database.mjs'
import { demoDocument } from './demo/document.mjs'
import { demoProcesses, ended } from './demo/processes.mjs'
import { findServers } from './servers.mjs'

const ORDERS = 1_000
/** Fewer than orders: that there is none left is a business error. */
const COUPONS = 980
/** A coupon for those that are in time, points and a letter for each. */
const EFFECTS = COUPONS + 2 * ORDERS

const document = demoDocument(`idemgen-demo-${process.pid}`)
const servers = await findServers()
const broker = demoBroker(servers.amqpUrl, document)
const database = demoDatabase(servers.databaseUrl, `idemgen_demo_${process.pid}`)
mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp', 'demo-'))

try {
  step('generating from specs/orders.yaml')
  generate()
  step('creating the tables with dbmate')
  await database.create(join(folder, 'migrations'))
  await database.stock(COUPONS)
  const processes = await demoProcesses(folder, { AMQP_URL: servers.amqpUrl, DATABASE_URL: database.url })
  try {
    await run(processes)
  } finally {
    processes.kill()
  }
  report(await database.effects(), processes.counts)
} finally {
  await broker.remove()
  await database.drop()
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
}

function generate() {
  writeFileSync(join(folder, 'orders.yaml'), document.text)
  const run = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), 'generate', 'orders.yaml', '--quiet'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (run.status !== 0) throw new Error('generate failed')
}

/** @param {import('./demo/processes.mjs').DemoProcesses} processes */
async function run({ startConsumer, startPublisher }) {
  step(`publishing ${ORDERS} orders, each one to four times, to three groups; two consumer processes`)
  const first = await startConsumer()
  const second = await startConsumer()
  const publisher = startPublisher(ORDERS)

  await waitUntil(async () => (await database.effects()).rows > EFFECTS / 2, 'half of the effects')
  step('killing one consumer process with SIGKILL, half-way')
  first.kill('SIGKILL')
  const third = await startConsumer()

  await ended(publisher)
  await waitUntil(
    async () => (await database.effects()).rows >= EFFECTS && (await broker.waiting()) === 0,
    'the rest of the effects, and empty queues',
  )
  for (const child of [second, third]) child.kill('SIGTERM')
  await Promise.all([second, third].map(ended))
}

/**
 * @param {import('./demo/database.mjs').Effects} effects
 * @param {ReadonlyMap<string, number>} counts
 */
function report({ rows, distinct, parked, remaining }, counts) {
  const lines = [
    ['messages published', counts.get('messages')],
    ['distinct orders', ORDERS],
    ['effects, in three groups', rows],
    ['duplicates skipped', counts.get('duplicate')],
    ['retried after a system error', counts.get('retried')],
    ['parked after a business error', parked],
    ['coupons left (never below 0)', remaining],
    ['lost', EFFECTS - distinct],
    ['doubled', rows - distinct],
  ]
  console.log('')
  for (const [name, value] of lines) console.log(`  ${String(name).padEnd(32)}${String(value ?? 0).padStart(8)}`)
  if (distinct === EFFECTS && rows === EFFECTS && parked === ORDERS - COUPONS) return
  console.log(`\nnot as expected: ${EFFECTS} effects and ${ORDERS - COUPONS} parked`)
  process.exitCode = 1
}

/**
 * @param {() => Promise<boolean>} condition
 * @param {string} what
 */
async function waitUntil(condition, what) {
  const deadline = Date.now() + 120_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within two minutes: ${what}`)
    await pause(100)
  }
}

/** @param {string} text */
function step(text) {
  console.log(`· ${text}`)
}
