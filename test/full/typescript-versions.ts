import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilers } from '../corpus/compile-outputs.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Versions that users still have and no package of this repository needs: fetched once, by the full tests alone, so that
 * `npm ci` need not.
 */
const fetched = { '5.4': '5.4.5', '6': '6.0.3' } as const

export type TypeScriptVersion = '5.4' | '5.9' | '6' | '7'

export const typeScriptVersions: readonly TypeScriptVersion[] = ['5.4', '5.9', '6', '7']

/** The path of the compiler of a version, which is fetched from the registry where it is not there yet. */
export function compilerOf(version: TypeScriptVersion): string {
  if (version === '5.9' || version === '7') return compilers[version]
  const exact = fetched[version]
  const folder = join(root, '.tmp', 'typescript', exact)
  const compiler = join(folder, 'node_modules/typescript/lib/tsc.js')
  if (!existsSync(compiler)) {
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', [...args, `typescript@${exact}`], { stdio: 'pipe' })
  }
  return compiler
}

/** What a version does not know yet. */
export function optionsUnknownTo(version: TypeScriptVersion): readonly string[] {
  return version === '5.4' ? ['isolatedDeclarations', 'erasableSyntaxOnly'] : []
}
