import type { KeyFieldContract } from '../../model/contract.js'
import type { Finding } from '../../model/finding.js'
import { groupBy } from '../group-by.js'
import { type BuiltSpec, findingAt, inWords } from './built-spec.js'
import { eventsOf, haveCommonSource, type SpecEvent } from './spec-event.js'

/** One event that two documents give different keys: publisher and consumer would not mean the same by a duplicate. */
export function keyFaults(specs: readonly BuiltSpec[]): readonly Finding[] {
  const events = specs.flatMap((spec) => eventsOf(spec, Object.keys(spec.contract.messages)))
  return [...groupBy(events, ({ message }) => message.eventType).values()].flatMap((same) => {
    return same.flatMap((event, i) => {
      const before = same.slice(0, i).find((other) => differs(other, event))
      return before === undefined ? [] : [fault(before, event)]
    })
  })
}

/** A key under another version is another key on purpose. */
function differs(first: SpecEvent, other: SpecEvent): boolean {
  if (first.spec === other.spec || first.message.keyVersion !== other.message.keyVersion) return false
  // A key that could not be read was reported.
  if (first.message.key.length === 0 || other.message.key.length === 0) return false
  return keyText(first) !== keyText(other) && haveCommonSource(first, other)
}

function fault(first: SpecEvent, other: SpecEvent): Finding {
  const { eventType } = other.message
  return findingAt(other, {
    rule: 'key-differs',
    severity: 'warning',
    message: `the key of "${eventType}" is made of ${keyText(other)} here and of ${keyText(first)} at ${inWords(first)}`,
    hint: 'give the event one business key in all documents, or raise keyVersion where it is meant to change',
  })
}

function keyText({ message }: SpecEvent): string {
  return `[${message.key.map(fieldText).join(', ')}]`
}

function fieldText(field: KeyFieldContract): string {
  const path = field.path.join('.')
  return field.in === 'payload' ? path : `${field.in} ${path}`
}
