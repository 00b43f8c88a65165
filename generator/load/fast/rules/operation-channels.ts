import { isList, isObject, type Json } from '../../../model/document.js'
import { referenceIn } from '../../../model/reference.js'
import { type Rule, remark } from '../rule.js'
import { spotsAt } from '../walk.js'

/**
 * The messages of an operation are those of its channel, by reference through it. The parser passes over an operation
 * with a reference that is no URI reference, such as one with braces in it.
 */
export function operationMessages(isUriReference: (text: string) => boolean): Rule {
  const message = 'Operation message does not belong to the specified channel.'
  return ({ written }) =>
    ['operations *', 'components operations *'].flatMap((way) =>
      spotsAt(written, way).flatMap(({ path, value }) => {
        if (!isObject(value)) return []
        const { channel = {}, messages = [] } = value
        if (!isList(messages) || ![channel, ...messages].every((each) => isPlain(each, isUriReference))) return []
        const start = `${referenceIn(channel)}/messages`
        return messages.flatMap((each, i) => {
          const ref = referenceIn(each) ?? ''
          const isForeign = ref !== '' && !ref.startsWith(start)
          return isForeign
            ? [remark('asyncapi3-operation-messages-from-referred-channel', message, [...path, 'messages', i])]
            : []
        })
      }),
    )
}

function isPlain(value: Json, isUriReference: (text: string) => boolean): boolean {
  if (!isObject(value)) return false
  return value.$ref === undefined || (typeof value.$ref === 'string' && isUriReference(value.$ref))
}

/** The channel of an operation is one of those at the root. */
export const operationChannel: Rule = ({ written }) => {
  const message =
    'The "channel" field of an operation under the root "operations" object must always reference a channel under the root "channels" object.'
  return [...textsAt(written, 'operations *'), ...textsAt(written, 'operations * channel $ref')]
    .filter(({ value }) => !value.includes('#/channels/'))
    .map(({ path }) => remark('asyncapi3-required-operation-channel-unambiguity', message, path))
}

/** The servers of a channel are some of those at the root. */
export const rootServers: Rule = ({ written }) => {
  const message =
    'The "servers" field of a channel under the root "channels" object must always reference a subset of the servers under the root "servers" object.'
  return [...textsAt(written, 'channels *'), ...textsAt(written, 'channels * servers * $ref')]
    .filter(({ value }) => !value.includes('#/servers/'))
    .map(({ path }) => remark('asyncapi3-required-channel-servers-unambiguity', message, path))
}

/** The parser looks for the reference in the value; a text where the value should be it takes for the reference. */
function textsAt(written: Json, way: string): readonly { readonly path: readonly string[]; readonly value: string }[] {
  return spotsAt(written, way).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, value }] : []))
}
