import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../build/root.mjs'

/**
 * @typedef {object} DemoDatabase
 * @property {string} url
 * @property {(migrations: string) => Promise<void>} create makes it, with the generated tables of the folder
 *   `migrations` and those of the example service, which are copied there
 * @property {(coupons: number) => Promise<void>} stock how many coupons there are to give away
 * @property {() => Promise<Effects>} effects
 * @property {() => Promise<void>} drop
 */

/**
 * @typedef {object} Effects
 * @property {number} rows what the handlers have written
 * @property {number} distinct the same, each order of a group counted once
 * @property {number} parked
 * @property {number} remaining coupons
 */

/**
 * A database of the demo's own.
 *
 * @param {string} serverUrl of a user that may create databases
 * @param {string} name an identifier of SQL
 * @returns {DemoDatabase}
 */
export function demoDatabase(serverUrl, name) {
  const url = withPath(serverUrl, name)
  return {
    url,
    async create(migrations) {
      await query(serverUrl, `create database ${name}`)
      const service = '0002_orders_service.sql'
      copyFileSync(join(root, 'output-example', 'orders', 'migrations', service), join(migrations, service))
      migrate(url, migrations)
    },
    stock: async (coupons) => void (await query(url, `update coupon_stock set remaining = ${coupons}`)),
    async effects() {
      const [row] = await query(url, effectsQuery)
      return row
    },
    drop: async () => void (await query(serverUrl, `drop database if exists ${name} with (force)`)),
  }
}

const effectsQuery = `
  with effect as (
    select 'marketing' as kind, order_id as subject from user_coupon
    union all select 'loyalty', order_id from loyalty_booking
    union all select 'cancellation', order_id from loyalty_cancellation
    union all select 'letter', subject from letter)
  select count(*)::integer as rows, count(distinct (kind, subject))::integer as distinct,
    (select count(*)::integer from idempotency.idempotent_failure where state = 'parked') as parked,
    (select min(remaining) from coupon_stock) as remaining
  from effect`

/**
 * @param {string} url
 * @param {string} migrations
 */
function migrate(url, migrations) {
  const plain = new URL(url)
  plain.searchParams.set('sslmode', 'disable')
  const run = spawnSync(
    join(root, 'node_modules', '.bin', 'dbmate'),
    ['--url', plain.href, '--migrations-dir', migrations, '--no-dump-schema', 'up'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`dbmate failed: ${run.stdout}${run.stderr}`)
}

/**
 * @param {string} url
 * @param {string} text
 */
async function query(url, text) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * @param {string} url
 * @param {string} path
 */
function withPath(url, path) {
  const changed = new URL(url)
  changed.pathname = `/${path}`
  return changed.href
}
