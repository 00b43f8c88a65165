import { didYouMean } from '../model/did-you-mean.js'
import { isObject, type Json } from '../model/document.js'

/** The versions of AsyncAPI that are read. */
export const supportedVersions = [
  ...['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0', '2.5.0', '2.6.0'],
  ...['3.0.0', '3.1.0'],
] as const

export interface VersionFault {
  readonly rule: 'not-asyncapi' | 'version-unsupported'
  readonly pointer: string
  readonly message: string
  readonly hint: string
}

/** Why the root of a document is no AsyncAPI that this release reads, if it is none. */
export function versionFault(root: Json): VersionFault | undefined {
  if (!isObject(root)) return notAsyncapi(root === null ? 'the file is empty' : 'the file holds no map of keys')
  if (!Object.hasOwn(root, 'asyncapi')) return withoutVersion(Object.keys(root))
  const { asyncapi: version = null } = root
  if (typeof version !== 'string') {
    return unsupported(
      `"asyncapi: ${JSON.stringify(version)}" is no version`,
      `write it in full: ${meantVersion(version)}`,
    )
  }
  if (supportedVersions.some((supported) => supported === version)) return undefined
  const upgrade = version.startsWith('1.') ? '; "asyncapi convert" of @asyncapi/cli upgrades a 1.x document' : ''
  return unsupported(
    `AsyncAPI "${version}" is not supported by this release`,
    `supported are 2.0.0 to 2.6.0, 3.0.0 and 3.1.0${upgrade}`,
  )
}

function withoutVersion(keys: readonly string[]): VersionFault {
  const other = keys.find((key) => key === 'openapi' || key === 'swagger' || key === '$schema')
  if (other !== undefined) return notAsyncapi(`"${other}" makes this another kind of document`)
  const meant = keys.find((key) => didYouMean(key, ['asyncapi']) !== undefined)
  if (meant === undefined) return notAsyncapi('the key "asyncapi" is missing')
  return { ...notAsyncapi(`the key "asyncapi" is missing, "${meant}" is not known`), hint: 'did you mean "asyncapi"?' }
}

function notAsyncapi(message: string): VersionFault {
  const hint = `name a document that starts with "asyncapi: ${newest}"`
  return { rule: 'not-asyncapi', pointer: '', message, hint }
}

function unsupported(message: string, hint: string): VersionFault {
  return { rule: 'version-unsupported', pointer: '/asyncapi', message, hint }
}

const newest = '3.0.0'

/** YAML reads `2.6` as a number. */
function meantVersion(written: Json): string {
  const meant = supportedVersions.find((version) => version.startsWith(`${JSON.stringify(written)}.`))
  return `asyncapi: "${meant ?? newest}"`
}
