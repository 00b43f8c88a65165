import { groupDefaults } from '../../model/defaults.js'
import type { Channel } from '../channel.js'
import type { Context } from '../context.js'
import { groupKeyNames } from '../grammar/places.js'
import { groupBy } from '../group-by.js'
import { type LocatedObject, located } from '../located.js'
import { merge } from '../merge.js'
import type { Contribution } from './contribution.js'
import { type QueueDraft, queuesOf } from './queues.js'
import { unite } from './unite.js'

/** A group with its settings complete, before its messages have names. */
export interface GroupDraft {
  readonly group: string
  readonly contributions: readonly [Contribution, ...Contribution[]]
  readonly settings: LocatedObject
  /** What the document says of the group, without the defaults of idemgen. */
  readonly said: LocatedObject | undefined
  readonly queues: readonly (QueueDraft & { readonly settings: LocatedObject })[]
}

/** The groups of a document, in its order. */
export function draftGroups(
  context: Context,
  contributions: readonly Contribution[],
  rootDefaults: LocatedObject | undefined,
): readonly GroupDraft[] {
  const byChannel = groupBy(contributions, ({ channel }) => channel)
  const groupsOf = (channel: Channel) => [...new Set((byChannel.get(channel) ?? []).map(({ group }) => group))]
  return [...groupBy(contributions, ({ group }) => group)].map(([group, own]) => {
    const said = unite(
      context,
      `group "${group}"`,
      own.map((one) => only(groupKeys, one.settings)),
    )
    const queues = queuesOf(context, { group, contributions: own, groupsOf, rootDefaults }).map((queue) => {
      const words = queue.contributions.map((one) => only(queueKeys, one.settings))
      const subject = `queue "${queue.name}" of group "${group}"`
      return { ...queue, settings: withDefaults(rootDefaults, unite(context, subject, words)) }
    })
    return {
      group,
      contributions: own,
      said: merge(rootDefaults, said),
      settings: withDefaults(rootDefaults, said),
      queues,
    }
  })
}

function withDefaults(rootDefaults: LocatedObject | undefined, own: LocatedObject | undefined): LocatedObject {
  return merge(merge(builtIn, rootDefaults), own) ?? builtIn
}

const nowhere = { file: '', pointer: '' }
const builtInValue = located(groupDefaults, nowhere)
const builtIn: LocatedObject =
  builtInValue.kind === 'object' ? builtInValue : { kind: 'object', place: nowhere, members: new Map() }

const groupKeys = groupKeyNames('group')
/** What a channel names for itself is no setting that another could contradict. */
const queueKeys: ReadonlySet<string> = new Set(
  [...groupKeyNames('queue')].filter((key) => key !== 'queue' && key !== 'bindTo'),
)

function only(names: ReadonlySet<string>, settings: LocatedObject): LocatedObject {
  return { ...settings, members: new Map([...settings.members].filter(([name]) => names.has(name))) }
}
