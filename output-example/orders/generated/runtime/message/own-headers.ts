// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { copyHeaderPrefix, messageHeaders, publishNonceHeader } from './header-names.js'
import { plainHeader } from './header-values.js'

const ours: ReadonlySet<string> = new Set<string>(Object.values(messageHeaders))

/**
 * The headers that the application sent, as plain values: without idemgen's and the broker's, unless the spec declares
 * one of that name.
 */
export function ownHeaders(headers: unknown, declared: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (typeof headers !== 'object' || headers === null) return {}
  const own = Object.entries(headers).filter(([name]) => declared.has(name) || (!ours.has(name) && isCarried(name)))
  return Object.fromEntries(own.map(([name, value]) => [name, plainHeader(value)]))
}

/**
 * What a delayed copy, a replay and a failure row keep of a message's headers, values as they came: all but what tells of
 * one delivery. A header that the application sent must not get lost on the way to a later run.
 */
export function carriedHeaders(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isCarried(name)))
}

function isCarried(name: string): boolean {
  return !ofOneDelivery.has(name) && !name.startsWith(copyHeaderPrefix) && !/^x-(?:first|last)-death-/.test(name)
}

/**
 * CC and BCC are queue names on the default exchange; the others are written by the broker. Not every name that starts
 * with `x-` is its own: applications send `x-tenant` and `x-request-id`.
 */
const ofOneDelivery: ReadonlySet<string> = new Set([
  publishNonceHeader,
  'CC',
  'BCC',
  'x-death',
  'x-delivery-count',
  'x-acquired-count',
])
