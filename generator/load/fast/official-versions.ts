/** The versions of AsyncAPI that the fast form knows, and which are compiled into one module: they share most of it. */
export const versionFamilies = {
  '2': ['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0', '2.5.0', '2.6.0'],
  '3': ['3.0.0', '3.1.0'],
} as const

export type VersionFamily = keyof typeof versionFamilies

/** The family of a version that is known; undefined for every other value. */
export function familyOf(version: unknown): VersionFamily | undefined {
  if (typeof version !== 'string') return undefined
  const families = Object.entries(versionFamilies) as readonly (readonly [VersionFamily, readonly string[]])[]
  return families.find(([, versions]) => versions.includes(version))?.[0]
}
