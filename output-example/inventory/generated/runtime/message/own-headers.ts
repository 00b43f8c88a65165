// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { copyHeaderPrefix, messageHeaders, publishNonceHeader } from './header-names.js'
import { plainHeader } from './header-values.js'

const ours: ReadonlySet<string> = new Set([...Object.values(messageHeaders), publishNonceHeader, 'CC', 'BCC'])

/**
 * The headers that the application sent, as plain values: without idemgen's and the broker's, unless the spec declares
 * one of that name.
 */
export function ownHeaders(headers: unknown, declared: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (typeof headers !== 'object' || headers === null) return {}
  const own = Object.entries(headers).filter(([name]) => declared.has(name) || !isReserved(name))
  return Object.fromEntries(own.map(([name, value]) => [name, plainHeader(value)]))
}

function isReserved(name: string): boolean {
  return ours.has(name) || name.startsWith('x-') || name.startsWith(copyHeaderPrefix)
}
