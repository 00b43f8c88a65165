// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { type ChannelModel, connect, type SocketOptions } from 'amqplib'
import type { Logger } from '../types.js'
import { errorText } from './amqp-error.js'
import { type Backoff, createBackoff, endsWithin, pauseUnless } from './backoff.js'
import type { LinkAddress } from './link-address.js'
import { connectFailure, isRefusal } from './link-failure.js'

export interface LinkOptions {
  /** Tried in turn. */
  readonly addresses: readonly LinkAddress[]
  readonly socket: SocketOptions
  /** What it is for, in the logs. */
  readonly name: string
  readonly connectTimeoutMs: number
  readonly log: Logger
}

/** One AMQP connection that is made again whenever it is lost. */
export interface Link {
  /** The connection that stands, or the next one. Rejects once the link is closed. */
  connection(): Promise<ChannelModel>
  readonly up: boolean
  /** Closed by us, for good. */
  readonly closed: boolean
  /** Counts the connections: another number than before means that one was lost in between. */
  readonly generation: number
  /** The broker takes no publishes (memory or disk alarm): what is written waits in our memory. */
  readonly blocked: boolean
  /** Why the last connection was lost: the channels that die with it are told nothing. */
  readonly fault: unknown
  /** Calls back when the broker takes publishes again; the function returned takes it back. */
  onUnblocked(callback: () => void): () => void
  /** Says goodbye, waits for the answer until the deadline, then destroys the socket. Never rejects. */
  close(deadlineMs: number): Promise<void>
}

/**
 * amqplib has a recovery of its own; it is not used, since it knows one address only, hides the socket (a blocked or
 * silent broker never answers a close, which would hang for ever) and misses errors of a connection during its set-up.
 *
 * Rejects with `ConfigurationError` when no connection stands after `connectTimeoutMs`, and at once when every
 * address refuses the login or the virtual host.
 */
export async function openLink(options: LinkOptions): Promise<Link> {
  const link = new SupervisedLink(options)
  await link.start()
  return link
}

/** Longest pause between tries: short enough that a broker's return is noticed, long enough not to disturb its start. */
const BACKOFF = { firstMs: 100, longestMs: 10_000 }

/** A connection and the means to destroy its socket, which amqplib keeps to itself. */
interface Connected {
  readonly model: ChannelModel
  readonly socket: AbortController
  readonly lost: Promise<void>
}

class SupervisedLink implements Link {
  blocked = false
  generation = 0
  fault: unknown
  readonly #options: LinkOptions
  readonly #closed = new AbortController()
  readonly #backoff: Backoff = createBackoff(BACKOFF)
  readonly #onUnblocked = new Set<() => void>()
  #waiting: { readonly resolve: (model: ChannelModel) => void; readonly reject: (error: Error) => void }[] = []
  #connected: Connected | undefined
  #nextAddress = 0

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get up(): boolean {
    return this.#connected !== undefined
  }

  get closed(): boolean {
    return this.#closed.signal.aborted
  }

  connection(): Promise<ChannelModel> {
    if (this.#connected !== undefined) return Promise.resolve(this.#connected.model)
    if (this.#closed.signal.aborted) return Promise.reject(new Error('the broker is closed'))
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  onUnblocked(callback: () => void): () => void {
    this.#onUnblocked.add(callback)
    return () => this.#onUnblocked.delete(callback)
  }

  async start(): Promise<void> {
    const giveUpAt = performance.now() + this.#options.connectTimeoutMs
    for (;;) {
      const left = giveUpAt - performance.now()
      try {
        this.#stand(await this.#connectInTurn(left))
        void this.#supervise()
        return
      } catch (error) {
        const pauseMs = this.#backoff.next()
        if (isRefusal(error) || performance.now() + pauseMs >= giveUpAt) {
          throw connectFailure(error, this.#options.addresses, this.#options.connectTimeoutMs)
        }
        await pauseUnless(this.#closed.signal, pauseMs)
      }
    }
  }

  async close(deadlineMs: number): Promise<void> {
    this.#closed.abort()
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the broker is closed'))
    const connected = this.#connected
    if (connected === undefined) return
    // amqplib's promise stays open for ever when the connection is lost meanwhile.
    await endsWithin(Promise.race([connected.model.close(), connected.lost]), deadlineMs)
    connected.socket.abort()
    await connected.lost
  }

  async #supervise(): Promise<void> {
    const { log, name } = this.#options
    while (this.#connected !== undefined) {
      await this.#connected.lost
      if (this.#closed.signal.aborted) return
      log.warn({ link: name, error: this.fault }, `connection to RabbitMQ lost: ${errorText(this.fault)}`)
      const connected = await this.#reconnect()
      if (connected === undefined) return
      log.info({ link: name }, 'connection to RabbitMQ restored')
      this.#stand(connected)
    }
  }

  /** Gives undefined when the link was closed meanwhile. */
  async #reconnect(): Promise<Connected | undefined> {
    const { log, name, connectTimeoutMs } = this.#options
    for (;;) {
      const pauseMs = this.#backoff.next()
      await pauseUnless(this.#closed.signal, pauseMs)
      if (this.#closed.signal.aborted) return undefined
      try {
        const connected = await this.#connectInTurn(connectTimeoutMs)
        if (!this.#closed.signal.aborted) return connected
        connected.socket.abort()
        return undefined
      } catch (error) {
        log.warn({ link: name, error }, `connection to RabbitMQ not restored yet: ${errorText(error)}`)
      }
    }
  }

  /** Each address once, beginning with the one after the last: that one has just failed or been lost. */
  async #connectInTurn(timeoutMs: number): Promise<Connected> {
    const { addresses } = this.#options
    const errors: unknown[] = []
    for (let i = 0; i < addresses.length; i += 1) {
      const address = addresses[this.#nextAddress % addresses.length]
      this.#nextAddress += 1
      if (address === undefined || this.#closed.signal.aborted) break
      try {
        return await this.#connectTo(address, timeoutMs / addresses.length)
      } catch (error) {
        errors.push(error)
      }
    }
    // A refusal on one node says nothing about the others, so the rest is reported first.
    throw errors.find((error) => !isRefusal(error)) ?? errors[0] ?? new Error('the broker is closed')
  }

  async #connectTo(address: LinkAddress, timeoutMs: number): Promise<Connected> {
    const socket = new AbortController()
    const silent = new Error(`no answer within ${Math.round(timeoutMs)} ms`)
    const timer = setTimeout(() => socket.abort(silent), timeoutMs)
    const giveUp = (): void => socket.abort()
    this.#closed.signal.addEventListener('abort', giveUp, { once: true })
    try {
      const options: SocketOptions & { readonly signal: AbortSignal } = {
        // Those that come with the options, for certificates, go first.
        credentials: address.credentials,
        ...this.#options.socket,
        signal: socket.signal,
      }
      const model = await connect(address.url, options)
      return { model, socket, lost: this.#watch(model, socket) }
    } catch (error) {
      throw socket.signal.reason === silent ? silent : error
    } finally {
      clearTimeout(timer)
      this.#closed.signal.removeEventListener('abort', giveUp)
    }
  }

  /** Listeners are attached before anything else can be read from the socket: an unheard 'error' ends the process. */
  #watch(model: ChannelModel, socket: AbortController): Promise<void> {
    let fault: unknown
    model.on('error', (error) => {
      fault = error
      // Told early, since channels are closed between 'error' and 'close'.
      if (this.#connected?.model === model) this.fault = error
    })
    model.on('blocked', (reason) => this.#onBlocked(reason))
    model.on('unblocked', () => this.#onUnblock())
    return new Promise((resolve) => {
      model.on('close', (error) => {
        this.fault = fault ?? error ?? new Error('connection closed')
        if (this.#connected?.model === model) this.#connected = undefined
        this.blocked = false
        // amqplib only half-closes the socket: to a peer that is gone it would stay for minutes.
        setTimeout(() => socket.abort(), 1_000).unref()
        resolve()
      })
    })
  }

  #stand(connected: Connected): void {
    this.#connected = connected
    this.generation += 1
    this.fault = undefined
    this.#backoff.succeeded()
    for (const { resolve } of this.#waiting.splice(0)) resolve(connected.model)
  }

  #onBlocked(reason: string): void {
    this.blocked = true
    const { log, name } = this.#options
    log.warn({ link: name, reason }, `RabbitMQ takes no messages now: ${reason}`)
  }

  #onUnblock(): void {
    this.blocked = false
    this.#options.log.info({ link: this.#options.name }, 'RabbitMQ takes messages again')
    for (const callback of this.#onUnblocked) callback()
  }
}
