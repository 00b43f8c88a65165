import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { brokerLinks } from './broker.js'
import { inTurns } from './consumer/bookkeeping.js'
import { createBreaker } from './consumer/breaker.js'
import { createCleanup, resolveCleanup } from './consumer/cleanup.js'
import { createFlights } from './consumer/flights.js'
import type { GroupContext } from './consumer/group-context.js'
import { harmlessLogger, harmlessObserve } from './consumer/harmless.js'
import { createQueueConsumer, type QueueConsumer } from './consumer/queue-consumer.js'
import type { BoundHandler } from './consumer/run-handler.js'
import { createStop, type Stop } from './consumer/stop.js'
import { resolveTimeouts } from './consumer/timeouts.js'
import { checkSchemaStep } from './database/schema-step.js'
import { ConfigurationError } from './errors.js'
import { createValidator } from './message/validator.js'
import { RUNTIME } from './revision.js'
import type {
  Database,
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
  const log = harmlessLogger(options.log ?? consoleLogger)
  const observe = harmlessObserve(options.observe, log)
  const handlers = bindHandlers(wiring, options.handlers)
  const leavePool = enterPool(group, options.database)
  try {
    return await consume({ wiring, options, log, observe, handlers, onStopped: leavePool })
  } catch (error) {
    leavePool()
    throw error
  }
}

interface Consuming<Tx> {
  readonly wiring: GroupWiring
  readonly options: StartOptions<object, Tx>
  readonly log: Logger
  readonly observe: Observe
  readonly handlers: ReadonlyMap<string, BoundHandler<Tx>>
  readonly onStopped: () => void
}

async function consume<Tx>({
  wiring,
  options,
  log,
  observe,
  handlers,
  onStopped,
}: Consuming<Tx>): Promise<RunningConsumer> {
  const { group } = wiring
  const database = inTurns(options.database)
  await checkSchemaStep(database)

  const timeouts = resolveTimeouts(group, options.tuning)
  const cleaning = options.cleanup === false ? undefined : resolveCleanup(options.cleanup ?? true)
  const stopping = new AbortController()
  // Every handler listens to it; more than ten are no leak.
  setMaxListeners(0, stopping.signal)
  const links = brokerLinks(options.broker)
  const consumers: QueueConsumer[] = []
  const labels = { group: group.group, queue: '' }
  const breaker = createBreaker({
    database,
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
  const sender = await links.openSender({ log })
  const context: GroupContext<Tx> = {
    ...wiring,
    validator: createValidator(wiring.schemas),
    handlers,
    database,
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
  for (const queue of group.queues) consumers.push(createQueueConsumer(context, queue))
  // It does not take turns: an archive that is slow must not hold up what has to be parked.
  const cleanup = cleaning && createCleanup({ ...context, database: options.database }, cleaning)
  const ending = createStop({
    consumers,
    breaker,
    cleanup,
    sender,
    stopping,
    deadlineMs: timeouts.stopDeadlineMs,
    log,
    onStopped,
  })
  try {
    for (const consumer of consumers) await consumer.start()
  } catch (error) {
    await ending.stop({ deadlineMs: 0 })
    throw error
  }
  cleanup?.start()
  logStart(group, log)
  if (options.stopOnSigterm === true) stopOnSigterm(ending, stopping.signal)
  return {
    stop: ending.stop,
    get ready() {
      return !ending.begun && !breaker.open && consumers.every((consumer) => consumer.ready)
    },
  }
}

/** Listens until the consumer has stopped: a listener left behind would keep the process from ending by the signal. */
function stopOnSigterm(ending: Stop, stopped: AbortSignal): void {
  const onSigterm = (): void => void ending.stop()
  process.once('SIGTERM', onSigterm)
  stopped.addEventListener('abort', () => process.off('SIGTERM', onSigterm), { once: true })
}

function bindHandlers<Tx>(wiring: GroupWiring, handlers: object): ReadonlyMap<string, BoundHandler<Tx>> {
  const bound = new Map<string, BoundHandler<Tx>>()
  for (const [message, method] of Object.entries(wiring.methods)) {
    const handler: unknown = Reflect.get(handlers, method)
    if (typeof handler !== 'function') {
      throw new ConfigurationError(
        'handler-missing',
        `the handler \`${method}\` of ${wiring.group.group} is ${handler === undefined ? 'missing' : 'not a function'}`,
      )
    }
    // Called as a method of the object given, so that class instances work. Its type was checked where it was given.
    bound.set(message, (payload, context) => Promise.resolve(handler.call(handlers, payload, context)))
  }
  return bound
}

/** Lanes of the running groups by the database that they share. */
const lanesInUse = new WeakMap<object, number>()

/**
 * Counts the group's lanes as users of the pool until it has stopped. Lanes that wait for a connection in vain would be
 * taken for a database that is away.
 */
function enterPool(group: GroupDescriptor, database: Database<unknown>): () => void {
  const lanes = group.queues.reduce((sum, queue) => sum + queue.concurrency, 0)
  const others = lanesInUse.get(database) ?? 0
  const needed = lanes + others
  if (database.poolSize < needed) {
    const beside = others === 0 ? '' : `, beside ${others} of the groups that run already,`
    throw new ConfigurationError(
      'pool-too-small',
      `${group.group} handles ${lanes} messages at a time${beside} each in a connection of its own, but the pool has only ${database.poolSize}: ` +
        `give pgDatabase a pool with \`max\` of at least ${needed}, or lower \`concurrency\` in the spec`,
    )
  }
  lanesInUse.set(database, needed)
  let left = false
  return () => {
    if (!left) lanesInUse.set(database, (lanesInUse.get(database) ?? 0) - lanes)
    left = true
  }
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

const consoleLogger: Logger = {
  info: () => {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}
