import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The package that the output folder belongs to, as far as advice about it needs. */
export interface Project {
  /** The folder of the nearest package.json; undefined where there is none up to the root. */
  readonly folder: string | undefined
  /** How Node reads the `.js` files of the package. */
  readonly moduleKind: 'module' | 'commonjs'
  /** Ranges by package: what is installed in production, and what is installed at all. */
  readonly dependencies: {
    readonly runtime: Readonly<Record<string, string>>
    readonly all: Readonly<Record<string, string>>
  }
  readonly packageManager: PackageManager
  /** The version that Node would load from the package's folder; undefined when it is not installed. */
  readonly installedVersion: (name: string) => string | undefined
}

/** The project around a folder, which need not exist. A package.json that cannot be read counts as an empty one. */
export function readProject(folder: string): Project {
  const packageFolder = foldersUpFrom(folder).find((candidate) => existsSync(join(candidate, 'package.json')))
  const packageJson = packageFolder === undefined ? {} : readRecord(join(packageFolder, 'package.json'))
  const start = packageFolder ?? folder
  const runtime = mergeRanges(packageJson, ['peerDependencies', 'optionalDependencies', 'dependencies'])
  return {
    folder: packageFolder,
    moduleKind: packageJson.type === 'module' ? 'module' : 'commonjs',
    dependencies: { runtime, all: { ...mergeRanges(packageJson, ['devDependencies']), ...runtime } },
    packageManager: findPackageManager(start, packageJson),
    installedVersion: (name) => findInstalledVersion(start, name),
  }
}

/** The folder itself first, the root of the file system last. */
export function foldersUpFrom(folder: string): readonly string[] {
  const folders = [folder]
  for (let parent = dirname(folder); parent !== folders.at(-1); parent = dirname(parent)) folders.push(parent)
  return folders
}

const lockFiles: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** The `packageManager` field decides, then the nearest lock file: workspaces keep theirs further up. */
function findPackageManager(folder: string, packageJson: Readonly<Record<string, unknown>>): PackageManager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(packageJson.packageManager ?? ''))?.[1]
  if (named !== undefined) return named as PackageManager // the pattern lists no other
  for (const candidate of foldersUpFrom(folder)) {
    const found = lockFiles.find(([name]) => existsSync(join(candidate, name)))
    if (found !== undefined) return found[1]
  }
  return 'npm'
}

function findInstalledVersion(folder: string, name: string): string | undefined {
  for (const candidate of foldersUpFrom(folder)) {
    const version = readRecord(join(candidate, 'node_modules', name, 'package.json')).version
    if (typeof version === 'string') return version
  }
  return undefined
}

function mergeRanges(
  packageJson: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, string> {
  const entries = fields.flatMap((field) => Object.entries(asRecord(packageJson[field])))
  return Object.fromEntries(entries.map(([name, range]) => [name, String(range)]))
}

function readRecord(path: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Advice is worth less than the output: what cannot be read is as good as missing.
    return {}
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
