// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { ConsumeMessage } from 'amqplib'
import { copyHeaderPrefix, copyHeaders } from './header-names.js'
import { countHeader, ownHeader, plainHeader, textHeader } from './header-values.js'

/** What a delayed copy or a replay carries over from the message that was published first. */
export interface CopyContext {
  /** 1 for a publication, one more after each counted failure. */
  readonly run: number
  /** Whether it is a delayed copy or a replay, and not a publication. */
  readonly isCopy: boolean
  /** Where it was published first. */
  readonly exchange: string
  readonly routingKey: string
  /** Milliseconds since 1970 by the database's clock: when it first met a locked key. */
  readonly busySince?: number
  /** How often the outcome of its COMMIT was unknown. */
  readonly unknownCommits: number
  /** Id of the failure row that it replays. */
  readonly replayId?: string
}

/**
 * Reads the `idemgen-*` headers; what is absent or unreadable has its default, since a copy with a damaged header is
 * still a message. `queue` helps with what the broker dead-lettered from it: there the first routing key stands in
 * `x-death` alone.
 */
export function readCopyContext(message: ConsumeMessage, queue?: string): CopyContext {
  const headers: unknown = message.properties.headers
  const origin = originOf(message, headers, queue)
  const busySince = countHeader(ownHeader(headers, copyHeaders.busySince))
  const replayId = replayIdOf(headers)
  return {
    run: Math.max(1, countHeader(ownHeader(headers, copyHeaders.run)) ?? 1),
    isCopy: Object.keys(headers ?? {}).some((name) => name.startsWith(copyHeaderPrefix)),
    ...origin,
    unknownCommits: countHeader(ownHeader(headers, copyHeaders.unknownCommits)) ?? 0,
    ...(busySince === undefined ? {} : { busySince }),
    ...(replayId === undefined ? {} : { replayId }),
  }
}

type Origin = Pick<CopyContext, 'exchange' | 'routingKey'>

function originOf(message: ConsumeMessage, headers: unknown, queue: string | undefined): Origin {
  const copied = placeOf(ownHeader(headers, copyHeaders.exchange), ownHeader(headers, copyHeaders.routingKey))
  const { exchange, routingKey } = message.fields
  return copied ?? deathIn(queue, ownHeader(headers, 'x-death')) ?? { exchange, routingKey }
}

/** Both may be empty: the default exchange, and what a fanout exchange is given. */
function placeOf(exchange: unknown, routingKey: unknown): Origin | undefined {
  const name = plainHeader(exchange)
  const key = plainHeader(routingKey)
  return typeof key === 'string' ? { exchange: typeof name === 'string' ? name : '', routingKey: key } : undefined
}

/** How a message had come into `queue` before it was dead-lettered from there. */
function deathIn(queue: string | undefined, deaths: unknown): Origin | undefined {
  if (queue === undefined || !Array.isArray(deaths)) return undefined
  const death: unknown = deaths.find((entry: unknown) => textHeader(ownHeader(entry, 'queue')) === queue)
  const keys = ownHeader(death, 'routing-keys')
  return placeOf(ownHeader(death, 'exchange'), Array.isArray(keys) ? keys[0] : undefined)
}

const rowId = /^\d{1,19}$/
const largestRowId = 2n ** 63n - 1n

function replayIdOf(headers: unknown): string | undefined {
  const text = textHeader(ownHeader(headers, copyHeaders.replay))
  return text !== undefined && rowId.test(text) && BigInt(text) <= largestRowId ? text : undefined
}
