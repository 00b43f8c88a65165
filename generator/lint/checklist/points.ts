import type { GroupDraft } from '../../build/groups/group-draft.js'
import { durationAt, numberAt, textAt } from '../../build/located-values.js'
import { durationText } from '../../model/duration.js'

/** One line of the checklist: what has to hold for each consumer group. */
export interface Point {
  readonly name: string
  /** `point`: what has to be so. `pitfall`: what must not happen. */
  readonly kind: 'point' | 'pitfall'
  /** Lower case, no full stop. */
  readonly text: string
  /** The rules, of lint and of the build, that find it broken. */
  readonly rules: readonly string[]
  /** What the generated code does about it whatever the document says; undefined where it is left to the design. */
  readonly guarantee: (group: GroupDraft) => string | undefined
}

const leftToDesign = () => undefined

/** What the field checks before it trusts a consumer: nine points and six pitfalls. */
export const points: readonly Point[] = [
  {
    name: 'key-is-stable',
    kind: 'point',
    text: 'the business key is made of fields that name the event, and stay the same however often it is sent',
    rules: [
      'key-missing',
      'field-unknown',
      'key-field-optional',
      'key-field-type',
      'key-is-volatile',
      'key-is-too-coarse',
      'key-is-too-fine',
      'key-doubles-field',
      'key-may-be-rounded',
      'key-differs',
      'key-order-differs',
    ],
    guarantee: leftToDesign,
  },
  {
    name: 'ids-are-apart',
    kind: 'point',
    text: 'the id of a sending is for tracing, the business key for telling repetitions',
    rules: ['key-names-sending'],
    guarantee: () => 'messageId and businessKey are sent, logged and stored apart',
  },
  {
    name: 'groups-are-apart',
    kind: 'point',
    text: 'each consumer group keeps its own record of what it has processed',
    rules: [
      'group-missing',
      'group-given-twice',
      'group-conflict',
      'group-misspelled',
      'group-named-like-queue',
      'group-of-several-receivers',
      'group-in-two-documents',
      'queue-shared',
      'queue-differs',
      'event-type-shared',
      'event-on-two-queues',
      'binding-matches-nothing',
      'binding-matches-others',
    ],
    guarantee: () => 'the group is a part of the primary key of the record',
  },
  {
    name: 'one-transaction',
    kind: 'point',
    text: 'the record and the effect are committed together',
    rules: ['cache-loses-events'],
    guarantee: inOneTransaction,
  },
  {
    name: 'errors-are-told-apart',
    kind: 'point',
    text: 'errors that may pass are told from those that trying again cannot help',
    rules: ['errors-undeclared', 'errors-not-told-apart', 'error-class-in-both-lists', 'error-class-invalid'],
    guarantee: leftToDesign,
  },
  {
    name: 'ack-after-commit',
    kind: 'point',
    text: 'a message is acknowledged once its effect is committed',
    rules: ['ack-false'],
    guarantee: () => 'the ack goes out after COMMIT has been answered, on the channel that delivered',
  },
  {
    name: 'survives-faults',
    kind: 'point',
    text: 'repeated delivery, restarts, more processes and slow dependencies are tried out, and do no harm',
    rules: [
      'message-transient',
      'exchange-not-durable',
      'queue-not-durable',
      'queue-is-transient',
      'queue-is-classic',
      'queue-unguarded',
      'expires-at-once',
      'order-not-kept',
      'order-waits-too-long',
      'retry-once',
      'delays-decrease',
    ],
    guarantee: () => 'the runtime is tested with repetitions, killed processes, cut connections and stuck handlers',
  },
  {
    name: 'records-end',
    kind: 'point',
    text: 'it is settled how long a key is remembered, and what removes it',
    rules: ['retention-too-short', 'duration-too-long'],
    guarantee: ({ settings }) => {
      const kept = durationText(durationAt(settings, 'retention', 'processed') ?? 0)
      return `a running consumer removes processed keys after ${kept}`
    },
  },
  {
    name: 'failures-are-seen',
    kind: 'point',
    text: 'duplicates, retries, parked messages and their reasons can be watched',
    rules: ['business-error-not-kept', 'failure-body-unset'],
    guarantee: () => 'each is told to observe, and what is parked stands in idempotent_failure with its reason',
  },
  {
    name: 'id-of-sending-as-key',
    kind: 'pitfall',
    text: 'the id of a message is taken for the key, and a producer that repeats itself sends a new one',
    rules: ['key-names-sending', 'key-is-volatile'],
    guarantee: leftToDesign,
  },
  {
    name: 'two-transactions',
    kind: 'pitfall',
    text: 'record and effect are written in two transactions, and a crash comes between them',
    rules: ['cache-loses-events'],
    guarantee: inOneTransaction,
  },
  {
    name: 'ack-too-early',
    kind: 'pitfall',
    text: 'a message is acknowledged before it is processed, and lost with the process',
    rules: ['ack-false'],
    guarantee: () => 'nothing is acknowledged by the broker itself, nor before the commit',
  },
  {
    name: 'endless-retries',
    kind: 'pitfall',
    text: 'an error that cannot pass is put back into the queue again and again',
    rules: ['errors-undeclared', 'error-class-in-both-lists'],
    guarantee: ({ queues }) => {
      const runs = Math.max(...queues.map(({ settings }) => numberAt(settings, 'retry', 'attempts') ?? 1))
      return `a message whose handler fails runs ${runs} times at most, with pauses, and is then parked`
    },
  },
  {
    name: 'prefetch-too-much',
    kind: 'pitfall',
    text: 'more messages are taken than can be worked off, and come back in one burst when the process ends',
    rules: ['prefetch-outlasts-limits', 'prefetch-too-high', 'prefetch-below-concurrency'],
    guarantee: leftToDesign,
  },
  {
    name: 'cut-off-at-shutdown',
    kind: 'pitfall',
    text: 'the process ends in the middle of what it handles',
    rules: ['handler-outlasts-limits'],
    guarantee: () => 'stop hands back what has not started, and waits for what has',
  },
]

function inOneTransaction({ settings }: GroupDraft): string | undefined {
  const kind = textAt(settings, 'strategy', 'kind')
  return kind === 'transaction' || kind === 'version'
    ? 'the record is written in the transaction of the handler'
    : undefined
}
