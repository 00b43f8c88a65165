// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Location } from '../types.js'
import { ownHeader, textHeader } from './header-values.js'
import { readPath } from './read-path.js'

/** The parts of a message that a location may lead into; headers may be as AMQP delivers them. */
export interface LocatedParts {
  readonly payload: unknown
  readonly headers: unknown
}

/** The text at a location: of a string, a number or a boolean; undefined for anything else and where nothing stands. */
export function textAtLocation(location: Location | undefined, { payload, headers }: LocatedParts): string | undefined {
  if (location === undefined) return undefined
  if (location.in === 'header') return textHeader(ownHeader(headers, location.path[0] ?? ''))
  const value = readPath(payload, location.path)
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The AMQP property that a header's name means, however documents spell it: `reply_to`, `correlation-id`. */
export function propertyNamed(header: string): 'correlationId' | 'replyTo' | undefined {
  return propertyNames.get(header.toLowerCase().replace(/[-_]/g, ''))
}

const propertyNames: ReadonlyMap<string, 'correlationId' | 'replyTo'> = new Map([
  ['correlationid', 'correlationId'],
  ['replyto', 'replyTo'],
] as const)
