import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * The licences of packages whose code goes into a file of ours: they ask to go wherever it goes.
 *
 * @param {string} file
 * @param {readonly string[]} inputs paths of files of the packages
 */
export function licensesOf(file, inputs) {
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter((found) => found)
  const texts = [...new Set(folders)].toSorted().map((folder = '') => licenseOf(join(root, folder)))
  return `${file} contains these packages.\n\n${texts.join('\n\n')}\n`
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
  return `${'='.repeat(80)}\n${name} ${version} (${license})${text}`
}
