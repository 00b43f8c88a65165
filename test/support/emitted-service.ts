import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import type {
  Broker,
  ConnectBrokerOptions,
  ConsumerEvent,
  Database,
  HandlerContext,
  MessageShape,
  Published,
  RunningConsumer,
  StartOptions,
  Transaction,
} from '../../templates/runtime/types.js'
import { connectRaw, type RawBroker, type TestNames, testNames } from './broker.js'
import { createTestDatabase, type TestDatabase } from './database.js'
import { generateSpec } from './generate.js'

/** A publisher of which the test knows what its types would ask for. */
export interface AnyPublisher {
  publish(payload: unknown, options?: object): Promise<Published>
}

/** Context of a handler, with whatever parameters and headers its message has. */
export interface AnyContext extends Omit<HandlerContext<MessageShape, Transaction>, 'parameters' | 'headers'> {
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, unknown>>
}

export type AnyHandlers = Readonly<Record<string, (payload: unknown, context: AnyContext) => Promise<void>>>

/** What was generated from a spec, loaded and connected to real servers, for tests from the document to the wire. */
export interface EmittedService {
  readonly names: TestNames
  readonly raw: RawBroker
  readonly database: TestDatabase
  readonly events: readonly ConsumerEvent[]
  publishers(): Promise<Readonly<Record<string, AnyPublisher>>>
  /** Calls the emitted `start<Group>`; stopped at the end of the test. */
  start(group: string, handlers: AnyHandlers): Promise<RunningConsumer>
  replay(id: string): Promise<void>
  count(kind: ConsumerEvent['kind']): number
}

interface EmittedModule {
  readonly connectBroker: (options: ConnectBrokerOptions) => Promise<Broker>
  readonly pgDatabase: (options: { readonly connectionString: string }) => Database<Transaction>
  readonly createPublishers: (options: { readonly broker: Broker }) => Promise<Readonly<Record<string, AnyPublisher>>>
  readonly replayParked: (options: object) => Promise<void>
  readonly [start: `start${string}`]: (options: StartOptions<object, Transaction>) => Promise<RunningConsumer>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything is closed and removed at the end of the test. */
export async function createEmittedService(specOf: (names: TestNames) => string): Promise<EmittedService> {
  const names = testNames()
  const folder = join(root, await generateSpec(specOf(names)))
  // True: the tests that use it wrote the spec.
  const emitted = (await import(join(folder, 'index.ts'))) as EmittedModule
  const database = await createTestDatabase()
  const raw = await connectRaw()
  const broker = await emitted.connectBroker({ url: inject('amqpUrl') })
  const connected = emitted.pgDatabase({ connectionString: database.url })
  const events: ConsumerEvent[] = []
  const consumers: RunningConsumer[] = []
  onTestFinished(async () => {
    for (const consumer of consumers) await consumer.stop({ deadlineMs: 2_000 })
    await broker.close()
    await connected.close()
    await names.cleanUp()
    await raw.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    names,
    raw,
    database,
    events,
    publishers: () => emitted.createPublishers({ broker }),
    async start(group, handlers) {
      const consumer = await emitted[`start${group}`]?.({
        broker,
        database: connected,
        handlers,
        cleanup: false,
        log: quietLogger,
        observe: (event) => events.push(event),
      })
      if (consumer === undefined) throw new Error(`there is no start${group}`)
      consumers.push(consumer)
      return consumer
    },
    replay: (id) => emitted.replayParked({ broker, database: connected, id }),
    count: (kind) => events.filter((event) => event.kind === kind).length,
  }
}

const quietLogger = { info: () => {}, warn: () => {}, error: () => {} }
