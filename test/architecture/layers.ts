import { type Module, packageOf, targetOf } from './source.js'

/** Each may import from what stands in a line above it, and from itself; never from a neighbour in its own line. */
const order = [
  ['model'],
  ['build', 'compare', 'render'],
  // Rules judge the design that build reads, with its places: the contract has none.
  ['lint'],
  ['load', 'output', 'handlers', 'report'],
  ['commands'],
  ['cli', 'index', 'spectral'],
] as const

/** What the emitted code may ask its user to install. */
const runtimePackages = ['amqplib', 'pg', 'ajv', 'ajv-formats']

/** The one layer that may know the package. */
const homes: Readonly<Record<string, string>> = {
  '@asyncapi/parser': 'load',
  handlebars: 'render',
  'ts-morph': 'handlers',
  yaml: 'load',
  yargs: 'cli',
}

/** Packages that are not installed with idemgen, and the one module that may import each. */
const bundled: Readonly<Record<string, string>> = {
  '@asyncapi/parser': 'generator/load/official-parser.ts',
  '@asyncapi/specs': 'generator/load/fast/compile-validators.ts',
}

/** The compiled form of these modules is not published, so nothing may need them when it starts. */
const unpublished = Object.values(bundled)

/** Imports against the direction of the layers. */
export function findLayerFaults(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier }) => {
      const target = targetOf(path, specifier)
      if (target === undefined) return []
      if (!target.startsWith('generator/')) return [`${path} imports ${target}, which is not the generator's`]
      const [from, to] = [layerOf(path), layerOf(target)]
      const isAllowed = from === to || rankOf(to) < rankOf(from)
      return isAllowed ? [] : [`${path} imports ${target}: ${from} may not know ${to}`]
    }),
  )
}

/** Files whose folder is in no layer: a new one needs a place and an ADR. */
export function findUnknownLayers(modules: readonly Module[]): readonly string[] {
  return modules.filter(({ path }) => rankOf(layerOf(path)) === -1).map(({ path }) => path)
}

/** Packages outside their layer or not installed, and modules that are not published where they would be loaded at once. */
export function findPackageFaults(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, kind }) => {
      const name = packageOf(specifier)
      const home = name === undefined ? undefined : homes[name]
      if (home !== undefined && layerOf(path) !== home) return [`${path} imports ${name}, which only ${home} may`]
      const importer = name === undefined ? undefined : bundled[name]
      if (importer !== undefined && path !== importer) return [`${path} imports ${name}: not bundled`]
      const target = targetOf(path, specifier)
      const isEager = kind === 'static' && target !== undefined && unpublished.includes(target)
      return isEager ? [`${path} imports ${target} at once: use import()`] : []
    }),
  )
}

/** Packages that are loaded as soon as `entry` is; dynamic imports are not followed. */
export function packagesLoadedBy(entry: string, modules: readonly Module[]): readonly string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set([entry])
  const packages = new Set<string>()
  for (const path of reached) {
    const eager = byPath.get(path)?.imports.filter(({ kind }) => kind === 'static') ?? []
    for (const { specifier } of eager) {
      const target = targetOf(path, specifier)
      const name = packageOf(specifier)
      if (target !== undefined) reached.add(target)
      if (name !== undefined) packages.add(name)
    }
  }
  return [...packages].toSorted()
}

/** What the copied runtime must not import. */
export function findRuntimeFaults(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier }) => {
      const target = targetOf(path, specifier)
      const name = packageOf(specifier)
      const isOwn = target === undefined || target.startsWith('templates/runtime/')
      const isAllowed = isOwn && (name === undefined || runtimePackages.includes(name))
      return isAllowed ? [] : [`${path} imports ${specifier}`]
    }),
  )
}

/** Each import cycle once, `a → b → a`; imports of types count, since they make the same knot for a reader. */
export function findCycles(modules: readonly Module[]): readonly string[] {
  const targets = new Map(
    modules.map(({ path, imports }) => [path, imports.map(({ specifier }) => targetOf(path, specifier))]),
  )
  const finished = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    if (finished.has(path)) return
    for (const target of targets.get(path) ?? []) if (target !== undefined) walk(target, [...trail, path])
    finished.add(path)
  }
  for (const { path } of modules) walk(path, [])
  return cycles
}

/** The first folder, or the name of a file that lies directly in generator/. */
function layerOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '')
}

function rankOf(layer: string): number {
  return order.findIndex((layers) => (layers as readonly string[]).includes(layer))
}
