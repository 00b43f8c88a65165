import type { GroupContract } from '../../model/contract.js'
import type { Finding } from '../../model/finding.js'
import { groupBy } from '../group-by.js'
import { type BuiltSpec, findingAt, inWords, placeOf, type Standing } from './built-spec.js'
import { eventsOf, haveCommonSource, type SpecEvent } from './spec-event.js'

interface Part extends Standing {
  readonly group: GroupContract
}

/** Groups that several documents describe: their consumers share the records of what was processed. */
export function groupFaults(specs: readonly BuiltSpec[]): readonly Finding[] {
  const parts = specs.flatMap((spec) =>
    Object.values(spec.contract.groups).map((group): Part => ({ spec, group, place: placeOf(group.from[0]) })),
  )
  return [...groupBy(parts, ({ group }) => group.group).values()].flatMap(([first, ...others]) => {
    return others.flatMap((other) => [severalStarts(first, other), ...sharedEvents([first, ...others], other)])
  })
}

/** Two consumers of one group are two things to start and to stop, which is easily forgotten. */
function severalStarts(first: Part, other: Part): Finding {
  return findingAt(other, {
    rule: 'group-in-two-documents',
    severity: 'info',
    message: `group "${other.group.group}" is also described at ${inWords(first)}: there is one consumer to start for each document`,
    hint: 'describe what a group reads in one document to have one consumer for it',
  })
}

/** Event types of two sources have the same keys for different events: one would drop the events of the other. */
function sharedEvents(parts: readonly Part[], other: Part): readonly Finding[] {
  const before = parts.slice(0, parts.indexOf(other)).flatMap(partEvents)
  return partEvents(other).flatMap((event) => {
    const same = before.find(
      (one) => one.message.eventType === event.message.eventType && !haveCommonSource(one, event),
    )
    if (same === undefined) return []
    return findingAt(event, {
      rule: 'event-type-shared',
      message: `group "${other.group.group}" gets the event type "${event.message.eventType}" from here and from ${inWords(same)}, and one would drop the events of the other`,
      hint: 'give one of them an eventType of its own; documents that mean the same event name the same exchange and address',
    })
  })
}

function partEvents({ spec, group }: Part): readonly SpecEvent[] {
  return eventsOf(spec, new Set(group.queues.flatMap(({ messages }) => messages)))
}
