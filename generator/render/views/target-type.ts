import type { Docs, MessageContract, PublishChannelContract, PublisherContract } from '../../model/contract.js'
import { union } from '../types/simplify.js'
import { keyword, type Member, sameType, type Type } from '../types/type.js'
import { parametersType, publishedParametersType } from './message-parts.js'
import { sortedEntries } from './view-input.js'

/**
 * What `publish` has to be told beside the message's own parts: the channel where there are several, and for each what
 * its address and its binding ask for. Undefined where the message's type says it all.
 */
export function targetType({ channels }: PublisherContract, message: MessageContract, docs: Docs): Type | undefined {
  const entries = sortedEntries(channels)
  const own = parametersType(message, docs)
  const isUsual = entries.every(([, channel]) => {
    const parameters = publishedParametersType(channel, docs)
    const isSame = own === undefined ? parameters === undefined : parameters !== undefined && sameType(own, parameters)
    return isSame && channel.required === undefined
  })
  if (isUsual) return undefined
  const byNeeds = new Map<string, { readonly keys: string[]; readonly members: readonly Member[] }>()
  for (const [key, channel] of entries) {
    const members = needs(channel, docs)
    const text = JSON.stringify(members)
    const same = byNeeds.get(text)
    if (same === undefined) byNeeds.set(text, { keys: [key], members })
    else same.keys.push(key)
  }
  return union(
    [...byNeeds.values()].map(({ keys, members }): Type => {
      const names = union(keys.map((value): Type => ({ kind: 'literal', value })))
      return { kind: 'object', members: [...(entries.length > 1 ? [member('channel', names)] : []), ...members] }
    }),
  )
}

function needs(channel: PublishChannelContract, docs: Docs): readonly Member[] {
  const parameters = publishedParametersType(channel, docs)
  return [
    ...(parameters === undefined ? [] : [member('parameters', parameters)]),
    ...(channel.required ?? []).map((name) => member(name, keyword('string'))),
  ]
}

function member(name: string, type: Type): Member {
  return { name, type, optional: false, doc: { lines: [] } }
}
