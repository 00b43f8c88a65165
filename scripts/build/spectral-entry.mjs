import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes what `extends: ['idemgen/spectral']` leads to. Spectral bundles the files of a ruleset into one text, where the
 * modules of idemgen would no longer find what lies beside them; what is imported by the name of a package it leaves to
 * Node. A ruleset has to be a default export, which the sources have none of.
 *
 * @param {string} folder the compiled generator
 */
export function writeSpectralEntry(folder) {
  const entry = (/** @type {string} */ from) => `export { spectralRuleset as default } from '${from}'\n`
  writeFileSync(join(folder, 'spectral.js'), entry('idemgen/spectral/ruleset'))
  writeFileSync(join(folder, 'spectral.d.ts'), entry('./spectral/ruleset.js'))
}
