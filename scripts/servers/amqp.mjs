import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import amqp from 'amqplib'
import { findProgram, hasDocker, unprivilegedAccount } from './machine.mjs'
import { searchServer } from './search.mjs'
import { freePort, makeFolder, startTied } from './tied.mjs'

/** @import { Found, Search } from './search.mjs' */

// Debian's /usr/sbin/rabbitmq-server insists on the user rabbitmq and its folders, so the script behind it comes first.
const binaryFolders = [
  '/usr/lib/rabbitmq/bin',
  '/opt/rabbitmq/sbin',
  '/opt/homebrew/sbin',
  '/usr/local/sbin',
  '/usr/sbin',
]

/**
 * @param {Search} search
 * @returns {Promise<Found>}
 */
export function findAmqp(search) {
  return searchServer(
    {
      name: 'RabbitMQ',
      variable: 'AMQP_URL',
      localUrls: (port) => [urlAt(port)],
      probe,
      startNative,
      packages: ['rabbitmq-server'],
      startDocker,
    },
    search,
  )
}

/** @param {number} port */
function urlAt(port) {
  return `amqp://guest:guest@127.0.0.1:${port}`
}

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
async function probe(url) {
  const connection = await amqp.connect(url, { timeout: 5000 })
  connection.on('error', () => {})
  const { product, version } = connection.connection.serverProperties
  await connection.close()
  return `${product} ${version}`
}

/** @returns {Promise<Found | undefined>} */
async function startNative() {
  const program = await findProgram('rabbitmq-server', binaryFolders)
  if (program === undefined) return undefined
  const account = await unprivilegedAccount(['rabbitmq'])
  const folder = await makeFolder('rabbitmq', account)
  const [port, distributionPort, epmdPort] = await Promise.all([freePort(), freePort(), freePort()])
  const files = await writeSettings(folder, port)
  const env = {
    PATH: process.env.PATH,
    // Erlang's cookie is made there, so that no other node's is used.
    HOME: folder,
    RABBITMQ_CONF_ENV_FILE: files.environment,
    RABBITMQ_CONFIG_FILE: files.config,
    RABBITMQ_ENABLED_PLUGINS_FILE: files.plugins,
    RABBITMQ_NODENAME: `idemgen-${port}@localhost`,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    // A name service of our own: the machine's belongs to somebody else, and one that we start must end with us.
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  }
  const plan = {
    command: program,
    args: [],
    folder,
    env,
    signal: /** @type {const} */ ('SIGTERM'),
    cleanup: ['epmd', '-port', String(epmdPort), '-kill'],
    ...(account && { account }),
  }
  const { version, stop } = await startTied(plan, () => probe(urlAt(port)), 120_000)
  return { url: urlAt(port), how: `${version} started from ${program} on port ${port}`, stop }
}

/**
 * @param {string} folder
 * @param {number} port
 */
async function writeSettings(folder, port) {
  const files = {
    environment: join(folder, 'rabbitmq-env.conf'),
    config: join(folder, 'rabbitmq.conf'),
    plugins: join(folder, 'enabled_plugins'),
  }
  const settings = [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    // A nearly full disk must not block publishers in the middle of the tests.
    'disk_free_limit.absolute = 50MB',
    'log.file.level = warning',
  ]
  await Promise.all([
    writeFile(files.environment, ''),
    writeFile(files.config, `${settings.join('\n')}\n`),
    writeFile(files.plugins, '[].\n'),
  ])
  return files
}

/** @returns {Promise<Found | undefined>} */
async function startDocker() {
  if (!(await hasDocker())) return undefined
  const port = await freePort()
  const name = `idemgen-rabbitmq-${randomUUID()}`
  const plan = {
    command: 'docker',
    args: ['run', '--rm', '--name', name, '-p', `127.0.0.1:${port}:5672`, 'rabbitmq:3.13-alpine'],
    folder: await makeFolder('rabbitmq', undefined),
    env: process.env,
    signal: /** @type {const} */ ('SIGTERM'),
    cleanup: ['docker', 'rm', '--force', name],
  }
  // The first start may have to fetch the image.
  const { version, stop } = await startTied(plan, () => probe(urlAt(port)), 300_000)
  return { url: urlAt(port), how: `${version} in Docker on port ${port}`, stop }
}
