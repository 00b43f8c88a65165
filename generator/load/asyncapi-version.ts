import { didYouMean } from '../model/did-you-mean.js'
import { isObject, type Json } from '../model/document.js'

/** The versions of AsyncAPI that are read. */
export const supportedVersions = ['3.0.0', '3.1.0'] as const

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
  const version = root.asyncapi
  if (typeof version !== 'string') {
    return unsupported(`"asyncapi: ${JSON.stringify(version)}" is no version`, `write it in full: ${listed('or')}`)
  }
  if (supportedVersions.some((supported) => supported === version)) return undefined
  const upgrade = version.startsWith('2.') ? '; "asyncapi convert" of @asyncapi/cli upgrades a 2.x document' : ''
  return unsupported(
    `AsyncAPI "${version}" is not supported by this release`,
    `supported are ${listed('and')}${upgrade}`,
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
  const hint = `name a document that starts with "asyncapi: ${supportedVersions[0]}"`
  return { rule: 'not-asyncapi', pointer: '', message, hint }
}

function unsupported(message: string, hint: string): VersionFault {
  return { rule: 'version-unsupported', pointer: '/asyncapi', message, hint }
}

function listed(word: 'and' | 'or'): string {
  return supportedVersions.map((version) => `"${version}"`).join(` ${word} `)
}
