/**
 * `npm run demo`: duplicates, a killed process, and handlers that fail in both ways, on real servers.
 *
 * Generates from specs/orders.yaml under names of its own on the broker and in a database of its own, and removes both
 * at the end.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import amqp from 'amqplib'
import { build } from 'esbuild'
import pg from 'pg'
import { findServers } from './servers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const ORDERS = 1_000
const COUPONS = 980
const DELAYS_MS = [300, 1_000]

const servers = await findServers()
const prefix = `idemgen-demo-${process.pid}`
mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp', 'demo-'))
const database = `idemgen_demo_${process.pid}`
const databaseUrl = withDatabase(servers.databaseUrl, database)
/** @type {Map<string, number>} */
const counts = new Map()
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

try {
  step('generating from specs/orders.yaml')
  generate()
  step('creating the tables with dbmate')
  await migrate()
  step(`publishing ${ORDERS} orders, each one to four times, to three groups; two consumer processes`)
  await run()
  report(await effects())
} finally {
  for (const child of children) child.kill('SIGKILL')
  await removeQueues()
  await onServer(`drop database if exists ${database} with (force)`)
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
}

function generate() {
  const spec = readFileSync(join(root, 'specs', 'orders.yaml'), 'utf8')
    .replace('name: order.event.exchange', `name: ${prefix}.exchange`)
    .replace('queue: queue.marketing', `queue: ${prefix}.marketing`)
    .replace('queue: queue.loyalty', `queue: ${prefix}.loyalty`)
    .replace('handlerTimeout: 5s', `handlerTimeout: 5s\n          queue: ${prefix}.notification`)
    .replace('delays: [1s, 10s, 1m, 10m]', `delays: [${DELAYS_MS.map((delay) => `${delay}ms`).join(', ')}]`)
  writeFileSync(join(folder, 'orders.yaml'), spec)
  const run = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), 'generate', 'orders.yaml', '--quiet'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (run.status !== 0) throw new Error('generate failed')
}

async function migrate() {
  copyFileSync(
    join(root, 'output-example', 'orders', 'migrations', '0002_orders_service.sql'),
    join(folder, 'migrations', '0002_orders_service.sql'),
  )
  await onServer(`create database ${database}`)
  const url = new URL(databaseUrl)
  url.searchParams.set('sslmode', 'disable')
  const run = spawnSync(
    join(root, 'node_modules', '.bin', 'dbmate'),
    ['--url', url.href, '--migrations-dir', join(folder, 'migrations'), '--no-dump-schema', 'up'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`dbmate failed: ${run.stdout}${run.stderr}`)
  await query(`update coupon_stock set remaining = ${COUPONS}`)
}

async function run() {
  const [consumer, publisher] = await Promise.all([bundle('consumer'), bundle('publisher')])
  const first = await startConsumer(consumer)
  const second = await startConsumer(consumer)
  const publishing = start(publisher, [String(ORDERS)])

  await waitUntil(async () => (await effects()).rows > (ORDERS * 3) / 2, 'half of the effects')
  step('killing one consumer process with SIGKILL, half-way')
  first.kill('SIGKILL')
  const third = await startConsumer(consumer)
  if (publishing.exitCode === null) await once(publishing, 'exit')
  await waitUntil(async () => (await effects()).rows >= COUPONS + ORDERS * 2 && (await waiting()) === 0, 'the rest')
  for (const child of [second, third]) child.kill('SIGTERM')
  await Promise.all([second, third].map(async (child) => child.exitCode ?? (await once(child, 'exit'))))
}

/**
 * @typedef {{ rows: number, distinct: number, parked: number, remaining: number }} Effects
 * @returns {Promise<Effects>}
 */
async function effects() {
  const [row] = await query(`
    with effect as (
      select 'marketing' as kind, order_id as subject from user_coupon
      union all select 'loyalty', order_id from loyalty_booking
      union all select 'letter', subject from letter)
    select count(*)::integer as rows, count(distinct (kind, subject))::integer as distinct,
      (select count(*)::integer from idempotency.idempotent_failure where state = 'parked') as parked,
      (select min(remaining) from coupon_stock) as remaining
    from effect`)
  return row
}

/** @param {Effects} result */
function report(result) {
  const expected = COUPONS + ORDERS * 2
  const lines = [
    ['messages published', counts.get('messages')],
    ['distinct orders', ORDERS],
    ['effects, in three groups', result.rows],
    ['duplicates skipped', counts.get('duplicate')],
    ['retried after a system error', counts.get('retried')],
    ['parked after a business error', result.parked],
    ['coupons left (never below 0)', result.remaining],
    ['lost', expected - result.distinct],
    ['doubled', result.rows - result.distinct],
  ]
  console.log('')
  for (const [name, value] of lines) console.log(`  ${String(name).padEnd(32)}${String(value ?? 0).padStart(8)}`)
  const right = result.distinct === expected && result.rows === expected && result.parked === ORDERS - COUPONS
  if (!right) {
    console.log(`\nnot as expected: ${expected} effects and ${ORDERS - COUPONS} parked`)
    process.exitCode = 1
  }
}

/** @param {'consumer' | 'publisher'} name */
async function bundle(name) {
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

/** @param {string} script */
async function startConsumer(script) {
  const child = start(script, [])
  await new Promise((resolve, reject) => {
    child.once('ready', resolve)
    child.once('exit', () => reject(new Error('a consumer process ended at its start')))
  })
  return child
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 */
function start(script, args) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, AMQP_URL: servers.amqpUrl, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { kind, messages } = JSON.parse(line)
    if (kind === 'ready') child.emit('ready')
    if (messages !== undefined) counts.set('messages', messages)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  })
  return child
}

async function waiting() {
  return withBroker(async (connection) => {
    let messages = 0
    for (const name of queueNames()) {
      const channel = await connection.createChannel()
      messages += (await channel.checkQueue(name)).messageCount
      await channel.close()
    }
    return messages
  })
}

function removeQueues() {
  return withBroker(async (connection) => {
    const channel = await connection.createChannel()
    for (const name of queueNames()) await channel.deleteQueue(name)
    await channel.deleteExchange(`${prefix}.exchange`)
    await channel.close()
  })
}

function queueNames() {
  const suffixes = ['', '.dead', ...DELAYS_MS.map((delay) => `.retry.${delay}`)]
  return ['marketing', 'loyalty', 'notification'].flatMap((queue) =>
    suffixes.map((suffix) => `${prefix}.${queue}${suffix}`),
  )
}

/**
 * @template Result
 * @param {(connection: import('amqplib').ChannelModel) => Promise<Result>} work
 */
async function withBroker(work) {
  const connection = await amqp.connect(servers.amqpUrl)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
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
async function query(text) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** @param {string} text */
async function onServer(text) {
  const client = new pg.Client({ connectionString: servers.databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/**
 * @param {string} url
 * @param {string} name
 */
function withDatabase(url, name) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** @param {string} text */
function step(text) {
  console.log(`· ${text}`)
}
