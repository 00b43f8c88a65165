import { execFile } from 'node:child_process'
import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** @import { Account } from './tied.mjs' */

const run = promisify(execFile)

/**
 * Whose process a server may be: PostgreSQL refuses root, and RabbitMQ has no need of it.
 *
 * @param {readonly string[]} names users in the order in which they are tried
 * @returns {Promise<Account | undefined>} undefined when we are not root and the server can be ours
 */
export async function unprivilegedAccount(names) {
  if (process.getuid?.() !== 0) return undefined
  for (const name of [...names, 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No such user; the next one may exist.
    }
  }
  throw new Error(`root may not run it, and none of the users ${names.join(', ')}, nobody exists`)
}

/**
 * The first folder that holds the program: those given, then those of PATH. A `*` stands for the highest name there.
 *
 * @param {string} program
 * @param {readonly string[]} folders
 * @returns {Promise<string | undefined>}
 */
export async function findProgram(program, folders) {
  const expanded = await Promise.all(folders.map(expandStar))
  for (const folder of [...expanded.flat(), ...(process.env.PATH ?? '').split(delimiter)]) {
    const path = join(folder, program)
    if (await isExecutable(path)) return path
  }
  return undefined
}

/** @returns {Promise<boolean>} whether packages can be installed without asking: as root on Debian or what derives from it */
export async function mayInstall() {
  return process.getuid?.() === 0 && (await isExecutable('/usr/bin/apt-get'))
}

/** @param {readonly string[]} packages */
export async function aptInstall(packages) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 }
  await run('apt-get', ['update', '-q'], options)
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)
}

/** @returns {Promise<boolean>} whether a Docker daemon answers */
export async function hasDocker() {
  try {
    await run('docker', ['info'], { timeout: 10_000 })
    return true
  } catch {
    return false
  }
}

/** @param {string} folder @returns {Promise<readonly string[]>} */
async function expandStar(folder) {
  const [before = '', after] = folder.split('*')
  if (after === undefined) return [folder]
  const names = await readdir(before).catch(() => [])
  const newestFirst = names.toSorted((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  return newestFirst.map((name) => `${before}${name}${after}`)
}

/** @param {string} path */
async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
