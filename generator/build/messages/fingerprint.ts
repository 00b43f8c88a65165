import { createHash } from 'node:crypto'
import type { KeyFieldContract, MessageContract } from '../../model/contract.js'
import type { Context } from '../context.js'
import type { Located } from '../located.js'
import type { FieldSources } from './field-sources.js'
import { payloadPaths } from './payload-paths.js'
import { type Path, sortedPaths, type VolatilePaths } from './volatile-paths.js'

/** The algorithm: raised when equal bodies would get another fingerprint. */
const algorithm = '1'

/**
 * What is left out when two bodies are compared: what the annotation lists, else what differs whenever the event is
 * sent again.
 */
export function fingerprintOf(
  context: Context,
  list: Located | undefined,
  message: {
    readonly sources: FieldSources
    readonly key: readonly KeyFieldContract[]
    readonly volatilePaths: VolatilePaths
  },
): MessageContract['fingerprint'] {
  const { sources, key, volatilePaths } = message
  const ignore =
    list === undefined
      ? withoutKey(sources.payload === undefined ? [] : volatilePaths(sources.payload), key)
      : sortedPaths(payloadPaths(context, list, sources))
  return { version: `${algorithm}:${hashOf(ignore)}`, ignore }
}

function withoutKey(paths: readonly Path[], key: readonly KeyFieldContract[]): readonly Path[] {
  const inKey = new Set(key.filter((field) => field.in === 'payload').map((field) => JSON.stringify(field.path)))
  return paths.filter((path) => !inKey.has(JSON.stringify(path)))
}

/** Tells lists of one message apart, of which there are a few over the years. */
function hashOf(paths: readonly Path[]): string {
  return createHash('sha256').update(JSON.stringify(paths)).digest('hex').slice(0, 16)
}
