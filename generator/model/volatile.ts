import { nameWords } from './words.js'

/**
 * Why a field differs when a producer sends the same business event again, or undefined when nothing says so.
 * The reason continues a sentence that starts with the field: `"sentAt" is a time`.
 *
 * The one list of such fields. They are left out of fingerprints unless the spec says otherwise, and have no place in a
 * business key. Judged by the schema's format and by the words of the name (`sentAt`, `sent_at` and `SENT-AT` are the
 * same), whole words only: `nonce` but not `announcement`.
 *
 * - times: the formats date-time, date and time; names that end in `at` or `timestamp`; `sentOn` and its kin. A time that
 *   belongs to the event and not to its sending (`paidAt`) counts too, since producers fill it anew when they repeat
 *   themselves: left out by mistake it hides a correction of that field, kept by mistake it parks every repetition.
 * - ids of one sending: message, request, correlation, causation, trace and span ids. Not `eventId`, which an outbox keeps.
 * - what is random by its name: nonce, salt, random.
 * - how often it was tried: attempt, retry count, delivery count.
 * - where it was sent from: host name, pod name, process id, thread id.
 */
export function whyVolatile(field: NamedField): string | undefined {
  const kind = volatileKind(field)
  return kind === undefined ? undefined : reasons[kind]
}

export interface NamedField {
  readonly name: string
  /** Of its schema, where it has one. */
  readonly format?: string
}

export type VolatileKind = 'time' | 'random' | 'sending' | 'tries' | 'sender'

/** Why it differs, for programs. */
export function volatileKind(field: NamedField): VolatileKind | undefined {
  if (isTimeFormat(field.format)) return 'time'
  const words = nameWords(field.name)
  const phrase = words.join(' ')
  if (endsInTime(withoutUnit(words))) return 'time'
  if (words.some((word) => randomWords.has(word))) return 'random'
  return phrases.get(phrase) ?? suffixes.find(([suffix]) => phrase.endsWith(suffix))?.[1]
}

/** Whether a name says when the message or its content was made or sent; not when the thing happened: `paidAt`. */
export function namesMoment(name: string): boolean {
  const words = withoutUnit(nameWords(name))
  return timeWords.has(words.at(-1) ?? '') || momentPhrases.has(words.join(' ')) || momentWords.has(words.at(-2) ?? '')
}

const reasons: Readonly<Record<VolatileKind, string>> = {
  time: 'is a time',
  random: 'is random',
  sending: 'names one sending, not one business action',
  tries: 'counts tries',
  sender: 'says where it was sent from',
}

/** Whether a `format` of JSON Schema says that a text is a time. */
export function isTimeFormat(format: unknown): boolean {
  return timeFormats.has(format)
}

const timeFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'time'])

const timeWords: ReadonlySet<string> = new Set(['timestamp', 'ts', 'datetime'])

/** Before `on`, `time` and `date`; alone these are too common in the names of other things: `leadTime`, `basedOn`. */
const momentWords: ReadonlySet<string> = new Set(
  `create created update updated modify modified send sent publish published emit emitted event occurred happened
  produce produced process processed receive received request requested generate generated enqueue enqueued
  dispatch dispatched deliver delivered`.split(/\s+/),
)

const momentPhrases: ReadonlySet<string> = new Set(
  ['created', 'updated', 'modified', 'sent'].flatMap((word) => [`last ${word}`, `date ${word}`, `time ${word}`]),
)

/** `createdAtMs`, `timestampUtc`. */
function withoutUnit(words: readonly string[]): readonly string[] {
  return words.length > 1 && units.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

const units: ReadonlySet<string> = new Set('ms millis milliseconds sec secs seconds ns nanos us micros utc'.split(' '))

function endsInTime(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  if (timeWords.has(last) || momentPhrases.has(words.join(' '))) return true
  if (words.length < 2) return false
  return last === 'at' || (/^(on|time|date)$/.test(last) && momentWords.has(words.at(-2) ?? ''))
}

const randomWords: ReadonlySet<string> = new Set(['nonce', 'salt', 'random', 'rand'])

/** Whole names. `requestId` at the end of a longer name is as often a business thing: `leaveRequestId`. */
const phrases: ReadonlyMap<string, VolatileKind> = new Map([
  ...['message id', 'msg id', 'message uuid', 'x message id', 'delivery tag'].map(because('sending')),
  ...['request id', 'req id', 'request uuid', 'x request id', 'http request id'].map(because('sending')),
  ...['correlation id', 'x correlation id', 'causation id'].map(because('sending')),
  ...['traceparent', 'trace parent', 'tracestate', 'trace state'].map(because('sending')),
  ...['attempt', 'attempt number', 'attempt no', 'attempt count', 'retries', 'retry', 'retry count'].map(
    because('tries'),
  ),
  ...['retry attempt', 'retry number', 'delivery count', 'redelivery count', 'redelivered'].map(because('tries')),
  ...['delivery attempt'].map(because('tries')),
  ...['hostname', 'host name', 'pod name', 'pid', 'thread id', 'thread name'].map(because('sender')),
])

/** Ends of names, for ids that stand for nothing else. */
const suffixes: readonly (readonly [string, VolatileKind])[] = [
  ['trace id', 'sending'],
  ['traceid', 'sending'],
  ['span id', 'sending'],
  ['spanid', 'sending'],
]

function because(kind: VolatileKind): (phrase: string) => readonly [string, VolatileKind] {
  return (phrase) => [phrase, kind]
}
