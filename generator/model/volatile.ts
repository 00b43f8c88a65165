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
export function whyVolatile(field: { readonly name: string; readonly format?: string }): string | undefined {
  if (isTimeFormat(field.format)) return 'is a time'
  const words = nameWords(field.name)
  const phrase = words.join(' ')
  if (endsInTime(words)) return 'is a time'
  if (words.some((word) => randomWords.has(word))) return 'is random'
  return phrases.get(phrase) ?? suffixes.find(([suffix]) => phrase.endsWith(suffix))?.[1]
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

function endsInTime(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  if (timeWords.has(last)) return true
  if (words.length < 2) return false
  return last === 'at' || (/^(on|time|date)$/.test(last) && momentWords.has(words.at(-2) ?? ''))
}

const randomWords: ReadonlySet<string> = new Set(['nonce', 'salt', 'random', 'rand'])

const oneSending = 'names one sending, not one business action'
const tries = 'counts tries'
const sender = 'says where it was sent from'

/** Whole names. `requestId` at the end of a longer name is as often a business thing: `leaveRequestId`. */
const phrases: ReadonlyMap<string, string> = new Map([
  ...['message id', 'msg id', 'request id', 'req id', 'x request id', 'http request id'].map(because(oneSending)),
  ...['correlation id', 'x correlation id', 'causation id'].map(because(oneSending)),
  ...['traceparent', 'trace parent', 'tracestate', 'trace state'].map(because(oneSending)),
  ...['attempt', 'attempt number', 'attempt no', 'attempt count', 'retries', 'retry', 'retry count'].map(
    because(tries),
  ),
  ...['retry attempt', 'retry number', 'delivery count', 'redelivery count', 'redelivered'].map(because(tries)),
  ...['hostname', 'host name', 'pod name', 'pid', 'thread id', 'thread name'].map(because(sender)),
])

/** Ends of names, for ids that stand for nothing else. */
const suffixes: readonly (readonly [string, string])[] = [
  ['trace id', oneSending],
  ['traceid', oneSending],
  ['span id', oneSending],
  ['spanid', oneSending],
]

function because(reason: string): (phrase: string) => readonly [string, string] {
  return (phrase) => [phrase, reason]
}
