import { isList, isObject, type Json } from '../../../model/document.js'
import { type Rule, remark } from '../rule.js'
import { membersOf } from '../walk.js'

/** The servers of a channel that are given by name exist. The parser does not look when one of them is no name. */
export function channelServers(code: string): Rule {
  const message = 'Channel contains server that are not defined on the "servers" object.'
  return ({ resolved }) => {
    const { servers = {}, channels } = isObject(resolved) ? resolved : {}
    if (!isObject(servers) || !isObject(channels) || !Object.values(channels).every(hasNames)) return []
    return membersOf(channels).flatMap(([name, channel]) => {
      const used = isObject(channel) && isList(channel.servers) ? channel.servers : []
      return used.flatMap((server, i) => {
        const isKnown = typeof server === 'string' && Object.hasOwn(servers, server)
        return isKnown ? [] : [remark(code, message, ['channels', name, 'servers', i])]
      })
    })
  }
}

function hasNames(channel: Json): boolean {
  if (!isObject(channel)) return false
  const { servers } = channel
  return servers === undefined || (isList(servers) && servers.every((server) => typeof server === 'string'))
}
