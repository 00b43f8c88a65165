import type { Severity } from '../../model/finding.js'
import { namesMoment, volatileKind, whyVolatile } from '../../model/volatile.js'
import { nameWords } from '../../model/words.js'
import { described } from '../field-schemas.js'
import { type KeyField, keyFieldsOf } from '../key-fields-of.js'
import { keyText } from '../key-text.js'
import type { Rule } from '../rule.js'

export const keyIsVolatile: Rule = {
  name: 'key-is-volatile',
  topic: 'key',
  severity: 'error',
  summary: 'a field of the business key changes when the same event is sent again',
  why: `A producer that repeats itself, after a timeout say, fills times, random numbers and counters anew. With such a
field in the key the repetition is another event: the handler runs twice, and the duplicate that the key was there to
catch is the one that gets through. A time that names the event itself, such as that of a measurement, is fine.`,
  wrong: 'businessKey: [orderId, createdAt]',
  right: 'businessKey: [orderId]',
  check: (design) =>
    design.messages.flatMap((message) => {
      const fields = keyFieldsOf(design, message)
      return fields.flatMap((field) => {
        const severity = severityOf(field)
        if (severity === undefined) return []
        const reason = whyVolatile(described(field))
        const others = fields.filter((other) => severityOf(other) === undefined)
        const hint =
          others.length === 0
            ? 'choose fields that are the same however often the event is sent: its own id, or what it is about'
            : `leave it out if ${keyText(others)} already names the event; else choose a field that stays the same`
        return [
          {
            message: `"${field.text}" ${reason}, and changes when the event is sent again`,
            hint,
            at: field.place,
            severity,
          },
        ]
      })
    }),
}

/** Undefined for a field that may be part of a key. Ids of one sending have a rule of their own. */
function severityOf(field: KeyField): Severity | undefined {
  const { name, format } = described(field)
  const kind = volatileKind({ name, ...(format === undefined ? {} : { format }) })
  if (kind === undefined || kind === 'sending') return undefined
  if (kind !== 'time' || namesMoment(name)) return 'error'
  return isOfTheEvent(name, format) ? undefined : 'warning'
}

/** A day, or a time that is planned or measured: a reading of a meter is named by nothing else. */
function isOfTheEvent(name: string, format: string | undefined): boolean {
  const isDay = format === 'date' || format === 'time'
  return isDay || nameWords(name).some((word) => momentsOfEvents.has(word))
}

const momentsOfEvents: ReadonlySet<string> = new Set(
  `measured measurement measure observed observation sampled sample captured capture reading taken
  scheduled planned due start starts started end ends begin begins from until to valid effective expires expiry
  period window slot appointment departure arrival departs arrives booking stay shift interval bucket hour day week
  month`.split(/\s+/),
)
