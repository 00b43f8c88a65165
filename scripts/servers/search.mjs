import { aptInstall, mayInstall } from './machine.mjs'

/** @import { Way } from '../servers.mjs' */

/**
 * @typedef {object} Search
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} log
 * @property {readonly Way[]} ways
 * @property {number} port
 */

/** @typedef {{ readonly url: string, readonly how: string, readonly stop: () => Promise<void> }} Found */

/**
 * What the search needs to know about one kind of server.
 *
 * @typedef {object} Kind
 * @property {string} name as people write it, `PostgreSQL`
 * @property {string} variable of the environment
 * @property {(port: number) => readonly string[]} localUrls default credentials, in the order in which they are tried
 * @property {(url: string) => Promise<string>} probe a real handshake; resolves to the server's version, rejects with why
 * @property {() => Promise<Found | undefined>} startNative undefined when the machine has no binaries
 * @property {readonly string[]} packages Debian's names of what holds its binaries
 * @property {() => Promise<Found | undefined>} startDocker undefined when there is no Docker that answers
 */

/**
 * Goes through the ways in order and takes the first that works.
 *
 * @param {Kind} kind
 * @param {Search} search
 * @returns {Promise<Found>}
 */
export async function searchServer(kind, search) {
  /** @type {string[]} */
  const failures = []
  for (const way of search.ways) {
    try {
      const found = await tryWay(way, kind, search)
      if (found !== undefined) {
        search.log(`${kind.name}: ${found.how}`)
        return found
      }
    } catch (error) {
      if (way === 'environment') throw error
      failures.push(`  ${way}: ${messageOf(error)}`)
    }
  }
  const advice = `start one, set ${kind.variable} to one that runs, or install its binaries or Docker`
  throw new Error([`no ${kind.name} found: ${advice}`, ...failures].join('\n'))
}

/**
 * @param {Way} way
 * @param {Kind} kind
 * @param {Search} search
 * @returns {Promise<Found | undefined>}
 */
async function tryWay(way, kind, search) {
  switch (way) {
    case 'environment':
      return fromEnvironment(kind, search.env[kind.variable])
    case 'localhost':
      return fromLocalhost(kind, search.port)
    case 'native':
      return kind.startNative()
    case 'apt':
      return (await install(kind, search)) ? kind.startNative() : undefined
    case 'docker':
      return kind.startDocker()
  }
}

/**
 * @param {Kind} kind
 * @param {string | undefined} url
 * @returns {Promise<Found | undefined>}
 */
async function fromEnvironment(kind, url) {
  if (url === undefined || url === '') return undefined
  try {
    const version = await kind.probe(url)
    return { url, how: `${version} from ${kind.variable}`, stop: async () => {} }
  } catch (error) {
    throw new Error(`${kind.variable} names a ${kind.name} that cannot be used: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * @param {Kind} kind
 * @param {number} port
 * @returns {Promise<Found | undefined>}
 */
async function fromLocalhost(kind, port) {
  /** @type {unknown} */
  let failure
  for (const url of kind.localUrls(port)) {
    try {
      const version = await kind.probe(url)
      return { url, how: `${version} that runs on port ${port}`, stop: async () => {} }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * @param {Kind} kind
 * @param {Search} search
 * @returns {Promise<boolean>}
 */
async function install({ name, packages }, { log }) {
  if (!(await mayInstall())) return false
  log(`${name}: none found, installing ${packages.join(' ')} with apt-get`)
  await aptInstall(packages)
  return true
}

/** @param {unknown} error */
function messageOf(error) {
  // A refused connection to `localhost` is an AggregateError without a message of its own.
  const { message, code } = /** @type {{ message?: string, code?: string }} */ (error)
  return message || code || String(error)
}
