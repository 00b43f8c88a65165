// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { brokerLinks } from './broker.js'
import { createBreaker } from './consumer/breaker.js'
import { createCleanup } from './consumer/cleanup.js'
import { createFlights } from './consumer/flights.js'
import type { GroupContext } from './consumer/group-context.js'
import { createQueueConsumer, type QueueConsumer } from './consumer/queue-consumer.js'
import type { BoundHandler } from './consumer/run-handler.js'
import { resolveTimeouts, type Timeouts } from './consumer/timeouts.js'
import { checkSchemaStep } from './database/schema-step.js'
import { ConfigurationError } from './errors.js'
import { createValidator } from './message/validator.js'
import { RUNTIME } from './revision.js'
import type {
  ExchangeDescriptors,
  GroupDescriptor,
  Logger,
  MessageDescriptors,
  Observe,
  RunningConsumer,
  StartOptions,
} from './types.js'

/** What the emitted code knows of a group. */
export interface GroupWiring {
  readonly group: GroupDescriptor
  readonly messages: MessageDescriptors
  readonly exchanges: ExchangeDescriptors
  readonly schemas: Readonly<Record<string, unknown>>
  /** The handler's method name by message name. */
  readonly methods: Readonly<Record<string, string>>
}

/**
 * Starts consuming every queue of a group. Resolves when all of them are consumed; rejects, with nothing left open,
 * when the database lacks its tables, the pool is too small, or an exchange or queue does not fit.
 */
export async function startGroup<Tx>(wiring: GroupWiring, options: StartOptions<object, Tx>): Promise<RunningConsumer> {
  const { group } = wiring
  const log = options.log ?? consoleLogger
  const handlers = bindHandlers(wiring, options.handlers)
  checkPool(group, options)
  await checkSchemaStep(options.database)

  const timeouts = resolveTimeouts(group, options.tuning)
  const stopping = new AbortController()
  const links = brokerLinks(options.broker)
  const sender = await links.openSender({ log })
  const consumers: QueueConsumer[] = []
  const labels = { group: group.group, queue: '' }
  const observe = harmless(options.observe, log)
  const breaker = createBreaker({
    database: options.database,
    timeouts,
    log,
    async onOpen(reason) {
      observe({ kind: 'breaker-opened', ...labels, reason })
      await Promise.all(consumers.map((consumer) => consumer.suspend('breaker')))
    },
    async onClose() {
      await Promise.all(consumers.map((consumer) => consumer.resume('breaker')))
      observe({ kind: 'breaker-closed', ...labels, reason: 'the database answers' })
    },
  })
  const context: GroupContext<Tx> = {
    ...wiring,
    validator: createValidator(wiring.schemas),
    handlers,
    database: options.database,
    links,
    sender,
    breaker,
    flights: createFlights(),
    instance: randomUUID(),
    timeouts,
    stopping: stopping.signal,
    observe,
    log,
  }
  for (const queue of group.queues) consumers.push(createQueueConsumer({ ...context, queue }))
  const cleanup = options.cleanup === false ? undefined : createCleanup(context, options.cleanup ?? true)
  const stop = createStop({ consumers, breaker, cleanup, sender, stopping, timeouts, log })

  try {
    for (const consumer of consumers) await consumer.start()
  } catch (error) {
    await stop({ deadlineMs: 0 })
    throw error
  }
  cleanup?.start()
  logStart(group, log)
  if (options.stopOnSigterm === true) process.once('SIGTERM', () => void stop())
  return {
    stop,
    get ready() {
      return !stopping.signal.aborted && !breaker.open && consumers.every((consumer) => consumer.ready)
    },
  }
}

/** What is aborted at the deadline gets so long to roll back. */
const AFTER_ABORT_MS = 3_000

interface Stopping {
  readonly consumers: readonly QueueConsumer[]
  readonly breaker: { close(): void }
  readonly cleanup: { stop(): Promise<void> } | undefined
  readonly sender: { close(options?: { readonly deadlineMs?: number }): Promise<void> }
  readonly stopping: AbortController
  readonly timeouts: Timeouts
  readonly log: Logger
}

/**
 * Cancel, hand back, drain, abort what is left at the deadline, close the channels (which flushes the acks). If the
 * process dies in between, what was not acknowledged returns.
 */
function createStop(parts: Stopping): RunningConsumer['stop'] {
  let stopped: Promise<void> | undefined

  async function run(deadlineMs: number): Promise<void> {
    parts.breaker.close()
    const abort = setTimeout(() => parts.stopping.abort(new Error('the consumer is stopping')), deadlineMs)
    await Promise.all(parts.consumers.map((consumer) => consumer.suspend('stop')))
    const idle = Promise.all(parts.consumers.map((consumer) => consumer.idle()))
    // What does not end even when aborted is left to the broker: its delivery returns with the channel.
    await Promise.race([idle, pause(deadlineMs + AFTER_ABORT_MS, undefined, { ref: false })])
    clearTimeout(abort)
    parts.stopping.abort(new Error('the consumer has stopped'))
    await Promise.all([...parts.consumers.map((consumer) => consumer.close()), parts.cleanup?.stop()])
    await parts.sender.close({ deadlineMs: 1_000 })
  }

  return (options = {}) => {
    stopped ??= run(options.deadlineMs ?? parts.timeouts.stopDeadlineMs).catch((error: unknown) => {
      parts.log.error({ error }, 'the consumer did not stop in good order')
    })
    return stopped
  }
}

function bindHandlers<Tx>(wiring: GroupWiring, handlers: object): ReadonlyMap<string, BoundHandler<Tx>> {
  const bound = new Map<string, BoundHandler<Tx>>()
  for (const [message, method] of Object.entries(wiring.methods)) {
    const handler: unknown = Reflect.get(handlers, method)
    if (typeof handler !== 'function') {
      throw new ConfigurationError(
        'handler-missing',
        `the handler \`${method}\` of ${wiring.group.group} is not a function`,
      )
    }
    // Called as a method of the object given, so that class instances work. Its type was checked where it was given.
    bound.set(message, (payload, context) => Promise.resolve(handler.call(handlers, payload, context)))
  }
  return bound
}

function checkPool<Tx>(group: GroupDescriptor, options: StartOptions<object, Tx>): void {
  const lanes = group.queues.reduce((sum, queue) => sum + queue.concurrency, 0)
  const { poolSize } = options.database
  if (poolSize >= lanes) return
  throw new ConfigurationError(
    'pool-too-small',
    `${group.group} handles ${lanes} messages at a time, each in a connection of its own, but the pool has only ${poolSize}: ` +
      `give pgDatabase a pool with \`max\` of at least ${lanes}, or lower \`concurrency\` in the spec`,
  )
}

function logStart(group: GroupDescriptor, log: Logger): void {
  for (const queue of group.queues) {
    const { name, prefetch, concurrency, batch } = queue
    log.info(
      { group: group.group, queue: name, prefetch, concurrency, batchSize: batch.size, runtime: RUNTIME },
      'consuming',
    )
  }
}

/** What a metric throws must not decide over a message. */
function harmless(observe: Observe | undefined, log: Logger): Observe {
  if (observe === undefined) return () => {}
  return (event) => {
    try {
      observe(event)
    } catch (error) {
      log.error({ error, event: event.kind }, '`observe` threw')
    }
  }
}

const consoleLogger: Logger = {
  info: () => {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}
