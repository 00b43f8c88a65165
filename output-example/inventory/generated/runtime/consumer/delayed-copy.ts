// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { setTimeout as pause } from 'node:timers/promises'
import type { Options } from 'amqplib'
import type { OutgoingMessage } from '../broker/broker-types.js'
import { delayQueueFor } from '../broker/queue-names.js'
import { declareTopology } from '../broker/topology.js'
import { requireSendable } from '../broker/wire-limits.js'
import { PublishOutcomeUnknownError } from '../errors.js'
import { copyHeaders, publishNonceHeader } from '../message/header-names.js'
import { carriedHeaders } from '../message/own-headers.js'
import type { RetryReason } from '../types.js'
import type { Arrival } from './item.js'
import type { QueueContext } from './queue-context.js'
import { describeThrown } from './thrown.js'

/** A copy that returns to the queue after a delay; the original is acknowledged once the copy is confirmed. */
export interface CopyOrder {
  readonly reason: RetryReason
  /** A declared error's name, an SQLSTATE or one of ours: for machines. */
  readonly code: string
  /** What went wrong, for a person who looks at the queue. */
  readonly text: string
  /** The run that the copy is for. */
  readonly run: number
  readonly busySince?: number
  readonly unknownCommits?: number
  /** The failure row that the message replays, where its own header does not say it. */
  readonly replayId?: string | undefined
}

/** Longest text in a header: header tables over 64 KiB cannot be sent. */
const REASON_LENGTH = 1_000

/** The copy as it is sent, or why none can be: headers that arrived from another client may be too large for ours. */
export type ComposedCopy =
  | { readonly kind: 'copy'; readonly message: OutgoingMessage }
  | { readonly kind: 'unsendable'; readonly reason: string }

/** Room for what tells a publish from another, in the same headers. */
const NONCE_ROOM = 'x'.repeat(80)

export function composeCopy<Tx>(context: QueueContext<Tx>, arrival: Arrival, order: CopyOrder): ComposedCopy {
  const compose = (text: string): OutgoingMessage => ({
    exchange: '',
    // Counted retries follow the delays of the spec; the last repeats. Uncounted ones take the first.
    routingKey: delayQueueFor(context.queue, order.reason === 'system' ? order.run : 2),
    content: arrival.delivery.message.content,
    properties: copyProperties(arrival, { ...order, text }),
  })
  const whole = compose(order.text)
  if (faultOf(whole) === undefined) return { kind: 'copy', message: whole }
  const bare = compose('')
  const reason = faultOf(bare)
  return reason === undefined ? { kind: 'copy', message: bare } : { kind: 'unsendable', reason }
}

function faultOf(message: OutgoingMessage): string | undefined {
  const { properties } = message
  try {
    requireSendable({
      ...message,
      properties: { ...properties, headers: { ...properties.headers, [publishNonceHeader]: NONCE_ROOM } },
    })
    return undefined
  } catch (error) {
    return describeThrown(error).message
  }
}

/**
 * Publishes the copy and resolves when the broker has confirmed it, or rejects when the consumer ends first; the caller
 * then leaves the original unacknowledged. One copy is outstanding at a time: after a return or a refusal it is
 * published again, but never because a confirm is slow, since under a memory alarm each try would add one.
 *
 * If the process dies after the confirm and before the ack, there are two copies, and the record absorbs one.
 */
export async function sendCopy<Tx>(context: QueueContext<Tx>, message: OutgoingMessage): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await context.sender.send(message, { signal: context.stopping })
      return
    } catch (error) {
      if (error instanceof PublishOutcomeUnknownError || context.stopping.aborted) throw error
      context.log.error({ queue: context.queue.name, error }, 'a delayed copy was not accepted; trying again')
      await pause(Math.min(200 * 2 ** attempt, 10_000), undefined, { signal: context.stopping })
      await restoreTopology(context)
    }
  }
}

/**
 * What the copy keeps. Not kept: the user id (refused under another login), the expiration (it would end the delay
 * early), CC and BCC (on the default exchange they are queue names) and the broker's own headers.
 */
function copyProperties(arrival: Arrival, order: CopyOrder): Options.Publish {
  const { properties } = arrival.delivery.message
  return {
    ...defined({
      messageId: properties.messageId,
      type: properties.type,
      contentType: properties.contentType,
      contentEncoding: properties.contentEncoding,
      correlationId: properties.correlationId,
      replyTo: properties.replyTo,
      timestamp: properties.timestamp,
      priority: properties.priority,
      appId: properties.appId,
    }),
    persistent: true,
    mandatory: true,
    headers: {
      ...carriedHeaders(properties.headers ?? {}),
      [copyHeaders.run]: order.run,
      [copyHeaders.reason]: Buffer.from(`${order.reason}: ${order.text}`.slice(0, REASON_LENGTH)).toString(),
      [copyHeaders.exchange]: arrival.copy.exchange,
      [copyHeaders.routingKey]: arrival.copy.routingKey,
      ...defined({
        [copyHeaders.busySince]: order.busySince,
        [copyHeaders.unknownCommits]: order.unknownCommits,
        [copyHeaders.replay]: order.replayId ?? arrival.copy.replayId,
      }),
    },
  }
}

function defined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

async function restoreTopology<Tx>(context: QueueContext<Tx>): Promise<void> {
  try {
    await declareTopology({
      withChannel: context.links.withChannel,
      queue: context.queue,
      exchanges: context.exchanges,
    })
  } catch (error) {
    context.log.error({ queue: context.queue.name, error }, 'the queues for delayed copies could not be declared')
  }
}
