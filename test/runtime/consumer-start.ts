import { onTestFinished } from 'vitest'
import { startGroup } from '../../templates/runtime/start-group.js'
import type { GroupDescriptor, RunningConsumer, StartOptions, Transaction } from '../../templates/runtime/types.js'
import { type GroupOverrides, orderGroup, orderMessages, orderSchemas } from '../support/order-contract.js'
import type { Connections, OrderHandler, OrderService } from '../support/order-service.js'

/** What a test wires itself, where `service.start` decides too much. */
export interface WiredOptions
  extends GroupOverrides,
    Partial<Pick<StartOptions<object, Transaction>, 'log' | 'observe' | 'cleanup' | 'stopOnSigterm' | 'tuning'>> {
  readonly connections?: Connections
  /** The descriptor as it is to be, made of the fixture's. */
  readonly change?: (group: GroupDescriptor) => GroupDescriptor
}

/** Starts a consumer of the service's queue; stopped at the end of the test. */
export async function startWired(
  service: OrderService,
  onOrder: OrderHandler,
  options: WiredOptions = {},
): Promise<RunningConsumer> {
  const { connections, change = (group) => group, group, queue, ...given } = options
  const { broker, database } = connections ?? (await service.connect())
  const consumer = await startGroup<Transaction>(
    {
      group: change(orderGroup(service, { ...(group && { group }), ...(queue && { queue }) })),
      messages: orderMessages,
      exchanges: { [service.exchange]: { type: 'topic', durable: true, autoDelete: false } },
      schemas: orderSchemas,
      methods: { OrderPaid: 'onOrderPaid' },
    },
    {
      broker,
      database,
      handlers: { onOrderPaid: onOrder },
      cleanup: false,
      log: silent,
      observe: (event) => service.events.push(event),
      ...given,
    },
  )
  onTestFinished(() => consumer.stop({ deadlineMs: 2_000 }))
  return consumer
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
