// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Channel, ChannelModel } from 'amqplib'
import type { Logger } from '../types.js'
import { endsWithin } from './backoff.js'
import type { Link } from './link.js'

/** One channel for as long as it lives: what was delivered or published on it is only known there. */
export interface ChannelSession<Kind extends Channel> {
  readonly channel: Kind
  readonly open: boolean
  /** Resolves with the reason when the channel is gone, whoever closed it. */
  readonly closed: Promise<unknown>
  /** Closes it, which flushes what was written on it; gives up waiting at the deadline. Never rejects. */
  close(deadlineMs: number): Promise<void>
}

/** Opens a channel on the link's connection, waiting for one to stand. */
export async function openSession<Kind extends Channel>(
  link: Link,
  open: (connection: ChannelModel) => Promise<Kind>,
  log: Logger,
): Promise<ChannelSession<Kind>> {
  return watch(link, await open(await link.connection()), log)
}

function watch<Kind extends Channel>(link: Link, channel: Kind, log: Logger): ChannelSession<Kind> {
  let isOpen = true
  let fault: unknown
  channel.on('error', (error) => {
    fault = error
    // The server has closed it: it is gone from here on, though 'close' is still to come.
    isOpen = false
  })
  // A cancel by the server that crosses one of ours finds no consumer; unheard, amqplib ends the whole connection.
  channel.on('handler-error', (error, event) => log.warn({ error, event }, 'a channel event found no taker'))
  const closed = new Promise<unknown>((resolve) => {
    channel.on('close', () => {
      isOpen = false
      resolve(fault ?? link.fault ?? new Error('its connection was closed'))
    })
  })
  return {
    channel,
    closed,
    get open() {
      return isOpen
    },
    async close(deadlineMs) {
      if (!isOpen) return
      isOpen = false
      // amqplib's promise stays open for ever when the connection is lost meanwhile.
      await endsWithin(Promise.race([attempt(() => channel.close()), closed]), deadlineMs)
    },
  }
}

/** amqplib throws at once, instead of rejecting, on a channel that is closed already. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  await work()
}
