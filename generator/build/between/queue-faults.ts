import { ownerOf } from '../../model/companion-queue.js'
import type { GroupContract, QueueContract } from '../../model/contract.js'
import type { Finding } from '../../model/finding.js'
import { groupBy } from '../group-by.js'
import { type BuiltSpec, findingAt, inWords, placeOf, type Standing } from './built-spec.js'

interface Reader extends Standing {
  readonly group: GroupContract
  readonly queue: QueueContract
}

/** Queues that consumers of several documents read: each consumer would get a part of the messages. */
export function queueFaults(specs: readonly BuiltSpec[]): readonly Finding[] {
  const readers = specs.flatMap((spec) =>
    Object.values(spec.contract.groups).flatMap((group) =>
      group.queues.map((queue): Reader => ({ spec, group, queue, place: placeOf(group.from[0]) })),
    ),
  )
  const byName = groupBy(readers, ({ queue }) => queue.name)
  return [...byName].flatMap(([name, [first, ...others]]) => {
    const shared = others.filter(({ spec }) => spec !== first.spec).flatMap((other) => sharedFault(first, other) ?? [])
    const owner = byName.get(ownerOf(name) ?? '')?.find(({ spec }) => spec !== first.spec)
    return owner === undefined ? shared : [...shared, companionFault(first, owner)]
  })
}

function sharedFault(first: Reader, other: Reader): Finding | undefined {
  const { name } = other.queue
  const groups = [first, other].map(({ group }) => `"${group.group}"`)
  if (groups[0] !== groups[1]) {
    return findingAt(other, {
      rule: 'queue-shared',
      message: `the groups ${groups.join(' and ')} both read the queue "${name}", so each would get a part of its messages (the other is at ${inWords(first)})`,
      hint: 'give each group a queue of its own, bound to the same exchange',
    })
  }
  if (meaningOf(first) === meaningOf(other)) return undefined
  return findingAt(other, {
    rule: 'queue-shared',
    message: `group ${groups[1]} reads the queue "${name}" here and at ${inWords(first)} in different ways, so that each consumer would park what only the other knows`,
    hint: 'set queue to another name in one of them, or describe what the group reads in one document',
  })
}

/** Documents that say the same of a queue and of the events on it may both have a consumer for it. */
function meaningOf({ queue, spec }: Reader): string {
  const events = queue.messages.map((name) => {
    const message = spec.contract.messages[name]
    return JSON.stringify([message?.eventType, message?.keyVersion, message?.key])
  })
  return JSON.stringify([{ ...queue, messages: [] }, events.sort()])
}

function companionFault(reader: Reader, owner: Reader): Finding {
  return findingAt(reader, {
    rule: 'queue-shared',
    message: `group "${reader.group.group}" reads the queue "${reader.queue.name}", which idemgen makes for the queue "${owner.queue.name}" at ${inWords(owner)}`,
    hint: 'choose another name: what waits to be retried and what failed is kept there',
  })
}
