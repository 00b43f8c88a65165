import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Builds when dist/ is missing or older than what it is made from. A build that fails has said why: it ends this
 * process too.
 */
export function ensureBuilt() {
  const builtAt = modifiedAt(join(root, 'dist'))
  const sources = ['generator', 'scripts/build', 'scripts/build.mjs', 'tsconfig.json', 'package-lock.json']
  if (sources.every((source) => newestIn(join(root, source)) < builtAt)) return
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** @param {string} path @returns {number} when the newest file was written; folders count, since a file may be gone */
function newestIn(path) {
  const own = modifiedAt(path)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
