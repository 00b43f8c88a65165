import type { PackageManager, Project } from './project.js'
import { type Requirement, requirements } from './requirements.js'

/**
 * The commands that install what the emitted code needs and the project lacks, ready to be pasted; none when
 * nothing is missing. Versions are written as majors: a caret means something else to some shells.
 */
export function installLines(project: Project): readonly string[] {
  const missing = requirements.filter((requirement) => !isMet(requirement, project))
  return [false, true].flatMap((development) => {
    const packages = missing
      .filter((requirement) => requirement.development === development)
      .map(({ name, major }) => `${name}@${major}`)
    const [runtime, forDevelopment] = commands[project.packageManager]
    return packages.length === 0 ? [] : [`${development ? forDevelopment : runtime} ${packages.join(' ')}`]
  })
}

const commands: Readonly<Record<PackageManager, readonly [runtime: string, development: string]>> = {
  npm: ['npm install', 'npm install --save-dev'],
  pnpm: ['pnpm add', 'pnpm add --save-dev'],
  yarn: ['yarn add', 'yarn add --dev'],
  bun: ['bun add', 'bun add --dev'],
}

/** The installed version decides where there is one; a range that names no version (`workspace:*`, a tag) is trusted. */
function isMet(requirement: Requirement, project: Project): boolean {
  const { name, development } = requirement
  // The emitted code runs in production: a package that is there only for development would be missing.
  const range = development ? project.dependencies.all[name] : project.dependencies.runtime[name]
  if (range === undefined) return false
  const installed = project.installedVersion(name)
  return installed === undefined ? rangeReaches(range, requirement) : isInRange(installed, requirement)
}

function isInRange(version: string, { major, minimum, development }: Requirement): boolean {
  const [actual, least] = [numbersOf(version), numbersOf(minimum)]
  if (actual[0] !== major) return development && actual[0] > major
  return actual[1] !== least[1] ? actual[1] > least[1] : actual[2] >= least[2]
}

/** Whether one of the alternatives of a range can be met by a version that will do. */
function rangeReaches(range: string, { major, development }: Requirement): boolean {
  return range.split('||').some((alternative) => {
    const [, operator = '', digits] = /^\s*(?:npm:.*@)?([~^<>=v]*)\s*(\d+)/.exec(alternative) ?? []
    if (digits === undefined) return true
    const named = Number(digits)
    return named === major || (named > major ? development : operator.startsWith('>'))
  })
}

function numbersOf(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number)
  return [major, minor, patch]
}
