import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { VersionFamily } from './official-versions.js'
import type { Once } from './once.js'
import type { Validator } from './schema-error.js'

/** The compiled official schemas of a family of versions. */
export interface Validators {
  /** `resolved3_0_0`, `unresolved3_0_0` and, for versions 2, `schema2_6_0`: undefined when there is no such function. */
  readonly validator: (form: 'resolved' | 'unresolved' | 'schema', version: string) => Validator | undefined
  /** Whether a text has the format `uri-reference` of JSON Schema. */
  readonly isUriReference: (text: string) => boolean
  /** What each of the functions calls around its work from now on. */
  readonly setOnce: (once: Once) => void
}

const loaded = new Map<VersionFamily, Promise<Validators>>()

/**
 * Loads the validators of one family: as the module that the build has made, else, where the sources run as they are,
 * by compiling them, which takes half a second.
 */
export function loadValidators(family: VersionFamily): Promise<Validators> {
  const known = loaded.get(family) ?? loadModule(family).then(asValidators)
  loaded.set(family, known)
  return known
}

async function loadModule(family: VersionFamily): Promise<unknown> {
  const built = new URL(`../../asyncapi-${family}.js`, import.meta.url)
  if (existsSync(fileURLToPath(built))) return import(built.href)
  // By a variable, so that the compiler does not take the module for a part of the published code.
  const source = './compile-validators.js'
  const { compileValidators } = (await import(source)) as { readonly compileValidators: (of: VersionFamily) => string }
  const exported = {}
  new Function('exports', 'module', 'require', compileValidators(family))(
    exported,
    { exports: exported },
    createRequire(import.meta.url),
  )
  return exported
}

function asValidators(module: unknown): Validators {
  // Both are what compile-validators.ts wrote.
  const functions = module as Readonly<Record<string, Validator>> & Pick<Validators, 'setOnce' | 'isUriReference'>
  return {
    setOnce: functions.setOnce,
    isUriReference: functions.isUriReference,
    validator: (form, version) => functions[`${form}${version.replaceAll('.', '_')}`],
  }
}
