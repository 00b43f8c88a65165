import type { ChannelMessage, Operation } from '../../build/channel.js'
import type { Design } from '../../build/design.js'
import { groupKeyNames } from '../../build/grammar/places.js'
import { groupBy } from '../../build/group-by.js'
import type { GroupDraft } from '../../build/groups/group-draft.js'
import { type Located, type LocatedObject, valueAt } from '../../build/located.js'
import { textAt } from '../../build/located-values.js'
import type { MessageDraft } from '../../build/messages/draft.js'
import { childPlace } from '../../build/node.js'
import type { Finding } from '../../model/finding.js'
import { type Place, placeKey } from '../../model/pointer.js'

/** Which groups a finding is about: those in whose part of the document it stands. */
export function groupsOfPlaces(design: Design): (finding: Finding) => readonly GroupDraft[] {
  const draftsOf = draftsByMessage(design)
  const scopes = design.groups.map((group) => ({ group, ...scopeOf(design, group, draftsOf) }))
  const [settings, parts, others] = (['settings', 'parts', 'others'] as const).map((kind) => indexOf(scopes, kind))
  return ({ at }) => {
    if (!('pointer' in at)) return []
    const around = placesAround(at)
    const among = (index: Index | undefined) => new Set(around.flatMap((place) => index?.get(place) ?? []))
    const saying = among(settings)
    const excluded = among(others)
    // A setting belongs to those that take it, and to nobody else who reads the channel.
    const found = saying.size > 0 ? saying : among(parts)
    return [...found].filter((group) => !excluded.has(group))
  }
}

type Index = ReadonlyMap<string, readonly GroupDraft[]>

function indexOf(scopes: readonly (Scope & { readonly group: GroupDraft })[], kind: keyof Scope): Index {
  const index = new Map<string, GroupDraft[]>()
  for (const scope of scopes) {
    for (const place of scope[kind]) {
      const groups = index.get(place)
      if (groups === undefined) index.set(place, [scope.group])
      else groups.push(scope.group)
    }
  }
  return index
}

type DraftsOf = ReadonlyMap<ChannelMessage, readonly MessageDraft[]>

function draftsByMessage({ messages }: Design): DraftsOf {
  return groupBy(messages, ({ message }) => message)
}

interface Scope {
  /** The values that make up its settings. */
  readonly settings: ReadonlySet<string>
  /** What it reads: channels, operations and messages, with all that stands in them. */
  readonly parts: ReadonlySet<string>
  /** What stands in these parts and is said of another group. */
  readonly others: ReadonlySet<string>
}

function scopeOf(design: Design, group: GroupDraft, draftsOf: DraftsOf): Scope {
  const { contributions, queues } = group
  const channels = [...new Set(contributions.map(({ channel }) => channel))]
  const messages = new Set(contributions.flatMap((one) => one.messages))
  const drafts = [...messages].flatMap((message) => draftsOf.get(message) ?? [])
  const operations = channels.flatMap(({ sends, receives }) => [...sends, ...receives])
  const own = operations.filter((operation) => isOwn(operation, group))
  const settings = [
    ...scalars(only(group.settings, groupKeys)),
    ...queues.flatMap((queue) => scalars(only(queue.settings, queueKeys))),
    ...contributions.map(({ from }) => from),
  ]
  const keys = (places: readonly Place[]) => new Set(places.map((place) => placeKey(design.originOf(place))))
  return {
    settings: keys(settings.filter(({ file, pointer }) => file !== '' || pointer !== '')),
    parts: keys([
      ...channels.flatMap(({ node, amqp, annotation }) => [node.place, ...inside(amqp), ...inside(annotation)]),
      ...own.flatMap(({ node, amqp, annotation }) => [node.place, ...inside(amqp), ...inside(annotation)]),
      ...[...messages].flatMap(({ node, use, annotation }) => [node.place, use, ...inside(annotation)]),
      ...drafts.flatMap(({ payload, headers, settings: said }) => [
        ...[payload, headers].flatMap((schema) => schema?.place ?? []),
        ...(said === undefined ? [] : scalars(said)),
      ]),
      ...(design.limits === undefined ? [] : scalars(design.limits)),
    ]),
    others: keys([
      ...channels.flatMap(({ annotation }) => entriesOfOthers(valueAt(annotation?.settings, 'consumers'), group)),
      ...operations.filter((operation) => !isOwn(operation, group)).map(({ node }) => node.place),
    ]),
  }
}

const groupKeys = groupKeyNames('group')
const queueKeys = groupKeyNames('queue')

/** Both kinds of settings hold all that the root says, what is said of the other kind included. */
function only(settings: LocatedObject, names: ReadonlySet<string>): LocatedObject {
  return { ...settings, members: new Map([...settings.members].filter(([name]) => names.has(name))) }
}

function isOwn({ annotation }: Operation, { group }: GroupDraft): boolean {
  const named = textAt(annotation?.settings, 'consumerGroup')
  return named === undefined || named === group
}

function entriesOfOthers(consumers: Located | undefined, { group }: GroupDraft): readonly Place[] {
  if (consumers?.kind !== 'object') return []
  const others = [...consumers.members.keys()].filter((name) => name !== group)
  return others.map((name) => childPlace(consumers.place, name))
}

/** A part that may be a reference, or have come with a trait: where it stands, and each of its members. */
function inside(part: { readonly place: Place; readonly value?: object } | undefined): readonly Place[] {
  if (part === undefined) return []
  return [part.place, ...Object.keys(part.value ?? {}).map((name) => childPlace(part.place, name))]
}

/** The places of the single values, and of the lists and objects right above them. */
function scalars(value: Located): readonly Place[] {
  if (value.kind === 'scalar') return [value.place]
  const inner = value.kind === 'list' ? value.items : [...value.members.values()]
  return inner.flatMap((child) => (child.kind === 'scalar' ? [child.place] : [child.place, ...scalars(child)]))
}

/** The place itself and all that it stands in. */
function placesAround({ file, pointer }: Place): readonly string[] {
  const around: string[] = []
  for (let rest = pointer; rest !== ''; rest = rest.slice(0, rest.lastIndexOf('/')))
    around.push(placeKey({ file, pointer: rest }))
  return [...around, placeKey({ file, pointer: '' })]
}
