import { findAmqp } from './servers/amqp.mjs'
import { findPostgresql } from './servers/postgresql.mjs'

/**
 * @typedef {object} Servers
 * @property {string} amqpUrl a RabbitMQ that answered, `amqp://user:password@host:port`
 * @property {string} databaseUrl a PostgreSQL whose user may create databases, `postgresql://user@host:port/postgres`
 * @property {() => Promise<void>} stop ends what was started here; servers that were already there stay as they are
 */

/**
 * @typedef {object} FindOptions
 * @property {NodeJS.ProcessEnv} [env] where `AMQP_URL` and `DATABASE_URL` are looked up; `process.env` by default
 * @property {(line: string) => void} [log] gets one line for each server about how it was found; stderr by default
 * @property {number} [amqpPort] the port of localhost that is asked for a running RabbitMQ; 5672 by default
 * @property {number} [postgresqlPort] the same for PostgreSQL; 5432 by default
 * @property {readonly Way[]} [ways] which ways may be tried, in the order of `allWays` whatever is given; all by default
 */

/** @typedef {'environment' | 'localhost' | 'native' | 'apt' | 'docker'} Way */

/** @type {readonly Way[]} */
export const allWays = ['environment', 'localhost', 'native', 'apt', 'docker']

/**
 * Finds a RabbitMQ and a PostgreSQL, or starts them for as long as this process lives: from the environment, what
 * answers on localhost, the machine's own binaries on free ports, packages of Debian, Docker.
 *
 * Rejects with a message that says what to do when nothing works, or when the environment names a server that does
 * not answer: whoever names one does not want another to be used in silence.
 *
 * @param {FindOptions} [options]
 * @returns {Promise<Servers>}
 */
export async function findServers(options = {}) {
  const search = {
    env: options.env ?? process.env,
    log: options.log ?? ((/** @type {string} */ line) => void process.stderr.write(`${line}\n`)),
    ways: allWays.filter((way) => (options.ways ?? allWays).includes(way)),
  }
  // One after the other, since both may end in apt-get, which holds a lock.
  const postgresql = await findPostgresql({ ...search, port: options.postgresqlPort ?? 5432 })
  try {
    const amqp = await findAmqp({ ...search, port: options.amqpPort ?? 5672 })
    return {
      amqpUrl: amqp.url,
      databaseUrl: postgresql.url,
      stop: async () => void (await Promise.all([amqp.stop(), postgresql.stop()])),
    }
  } catch (error) {
    await postgresql.stop()
    throw error
  }
}
