import { isList, isObject, type Json } from '../../../model/document.js'
import { type Rule, remark } from '../rule.js'
import { membersOf, type Spot } from '../walk.js'

/** No two operations of versions 2 have one `operationId`. */
export const uniqueOperationIds: Rule = ({ resolved }) =>
  repeatedIds(operationsOf(resolved), 'operationId').map((path) => {
    const message = '"operationId" must be unique across all the operations.'
    return remark('asyncapi2-operation-operationId-uniqueness', message, path)
  })

/** No two uses of messages of versions 2 have one `messageId`; a message that two channels share is two uses. */
export const uniqueMessageIds: Rule = ({ resolved }) =>
  repeatedIds(operationsOf(resolved).flatMap(messagesOf), 'messageId').map((path) => {
    const message = '"messageId" must be unique across all the messages.'
    return remark('asyncapi2-message-messageId-uniqueness', message, path)
  })

function operationsOf(root: Json): readonly Spot[] {
  return membersOf(isObject(root) ? root.channels : undefined).flatMap(([name, channel]) => {
    return ['subscribe', 'publish'].flatMap((kind) => {
      const value = isObject(channel) ? channel[kind] : undefined
      return isObject(value) ? [{ path: ['channels', name, kind], value }] : []
    })
  })
}

function messagesOf({ path, value }: Spot): readonly Spot[] {
  const message = isObject(value) ? value.message : undefined
  if (!isObject(message)) return []
  const { oneOf } = message
  if (!isList(oneOf)) return [{ path: [...path, 'message'], value: message }]
  return oneOf.map((each, i) => ({ path: [...path, 'message', 'oneOf', String(i)], value: each }))
}

function repeatedIds(spots: readonly Spot[], key: string): readonly (readonly string[])[] {
  const seen = new Set<string>()
  return spots.flatMap((spot) => {
    const found = idOf(spot, key)
    if (found === undefined) return []
    if (seen.has(found.id)) return [found.path]
    seen.add(found.id)
    return []
  })
}

/** In versions 2 the last trait that has an id gives it. */
function idOf(
  { path, value }: Spot,
  key: string,
): { readonly id: string; readonly path: readonly string[] } | undefined {
  if (!isObject(value)) return undefined
  const traits = isList(value.traits) ? value.traits : []
  const from = traits.findLastIndex((trait) => isObject(trait) && typeof trait[key] === 'string')
  const trait = traits[from]
  const id = isObject(trait) ? trait[key] : value[key]
  if (typeof id !== 'string') return undefined
  return { id, path: from === -1 ? [...path, key] : [...path, 'traits', String(from), key] }
}
