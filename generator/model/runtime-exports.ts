/**
 * What the emitted index.ts exports of the runtime, by the runtime's module. Nothing that is made from a spec may have
 * one of these names: in index.ts the runtime's would hide it.
 */
export const runtimeExports: readonly RuntimeExport[] = [
  { module: 'broker', values: ['connectBroker'], types: [] },
  { module: 'database', values: ['pgDatabase'], types: [] },
  { module: 'database/connection-error', values: ['DatabaseConnectionError'], types: [] },
  {
    module: 'errors',
    values: [
      'ConfigurationError',
      'DeclaredError',
      'InvalidMessageError',
      'PublishOutcomeUnknownError',
      'PublishRefusedError',
      'TopologyError',
      'UnroutableError',
    ],
    types: [],
  },
  { module: 'replay', values: ['replayParked'], types: [] },
  {
    module: 'types',
    values: [],
    types: [
      'Broker',
      'ConnectBrokerOptions',
      'ConsumerEvent',
      'ConsumerTuning',
      'CreatePublishersOptions',
      'Database',
      'Handler',
      'HandlerContext',
      'Logger',
      'Observe',
      'Published',
      'PublishedReply',
      'Publisher',
      'QueryResult',
      'RunningConsumer',
      'StartOptions',
      'Transaction',
    ],
  },
]

export interface RuntimeExport {
  /** The file's name in `runtime/`, without its end. */
  readonly module: string
  readonly values: readonly string[]
  readonly types: readonly string[]
}

/** Every name that the output has whatever the spec says. */
export const fixedExports: ReadonlySet<string> = new Set([
  'Publishers',
  'createPublishers',
  ...runtimeExports.flatMap(({ values, types }) => [...values, ...types]),
])

/** Names that emitted files import or use themselves; what a file declares under one of them would take its place. */
const usedNames: readonly string[] = [
  ...['businessKey', 'exchanges', 'groups', 'messages', 'openPublishers', 'publishers', 'schemas', 'startGroup'],
  ...`AbortSignal Array Awaited BigInt Boolean Buffer Date Error ErrorOptions Exclude Extract Function Map Math NonNullable
  Number Object Omit Partial Pick Promise PropertyKey Readonly ReadonlyArray ReadonlyMap ReadonlySet Record RegExp
  Required Set String Symbol`.split(/\s+/),
]

/** Names that no declaration made from a spec may have. */
export function isReservedName(name: string): boolean {
  // A module that exports `then` cannot be imported dynamically: it would be taken for a promise.
  return fixedExports.has(name) || reserved.has(name) || name === 'then'
}

const reserved: ReadonlySet<string> = new Set(usedNames)
