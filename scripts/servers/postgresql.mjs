import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findProgram, hasDocker, unprivilegedAccount } from './machine.mjs'
import { searchServer } from './search.mjs'
import { freePort, makeFolder, startTied } from './tied.mjs'

/** @import { Found, Search } from './search.mjs' */

const binaryFolders = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql/bin', '/usr/local/pgsql/bin']
const localeEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * @param {Search} search
 * @returns {Promise<Found>}
 */
export function findPostgresql(search) {
  return searchServer(
    {
      name: 'PostgreSQL',
      variable: 'DATABASE_URL',
      localUrls: (port) => [urlAt(port), `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`],
      probe,
      startNative,
      packages: ['postgresql'],
      startDocker,
    },
    search,
  )
}

/** @param {number} port */
function urlAt(port) {
  return `postgresql://postgres@127.0.0.1:${port}/postgres`
}

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
async function probe(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version') as version, rolsuper or rolcreatedb as may_create
       from pg_roles where rolname = current_user`,
    )
    if (rows[0]?.may_create !== true) throw new Error('its user may not create databases')
    return `PostgreSQL ${String(rows[0]?.version).split(' ')[0]}`
  } finally {
    await client.end().catch(() => {})
  }
}

/** @returns {Promise<Found | undefined>} */
async function startNative() {
  const initdb = await findProgram('initdb', binaryFolders)
  if (initdb === undefined) return undefined
  const account = await unprivilegedAccount(['postgres'])
  const folder = await makeFolder('postgresql', account)
  const data = join(folder, 'data')
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(initdb, initArgs, { cwd: folder, env: localeEnv, ...account })
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300']
  const plan = {
    command: join(dirname(initdb), 'postgres'),
    args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    folder,
    env: localeEnv,
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    signal: /** @type {const} */ ('SIGINT'),
    ...(account && { account }),
  }
  const { version, stop } = await startTied(plan, () => probe(urlAt(port)), 60_000)
  return { url: urlAt(port), how: `${version} started from ${dirname(initdb)} on port ${port}`, stop }
}

/** @returns {Promise<Found | undefined>} */
async function startDocker() {
  if (!(await hasDocker())) return undefined
  const port = await freePort()
  const name = `idemgen-postgresql-${randomUUID()}`
  const plan = {
    command: 'docker',
    args: [
      ...['run', '--rm', '--name', name, '-p', `127.0.0.1:${port}:5432`, '-e', 'POSTGRES_HOST_AUTH_METHOD=trust'],
      ...['postgres:16-alpine', '-c', 'max_connections=300'],
    ],
    folder: await makeFolder('postgresql', undefined),
    env: process.env,
    signal: /** @type {const} */ ('SIGTERM'),
    cleanup: ['docker', 'rm', '--force', name],
  }
  // The first start may have to fetch the image.
  const { version, stop } = await startTied(plan, () => probe(urlAt(port)), 300_000)
  return { url: urlAt(port), how: `${version} in Docker on port ${port}`, stop }
}
