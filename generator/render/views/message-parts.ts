import { parametersIn, settingsOf } from '../../model/address.js'
import type { Contract, Docs, MessageContract, ParameterContract } from '../../model/contract.js'
import { type DocText, sentences } from '../doc.js'
import { typeFromSchema } from '../types/from-schema.js'
import type { SchemaSource } from '../types/schema-reader.js'
import { union } from '../types/simplify.js'
import { keyword, type Type, unknownType } from '../types/type.js'
import { quoted } from './view-input.js'

/** Any JSON value where the message has no payload. */
export function payloadType(message: MessageContract, source: SchemaSource): Type {
  if (message.payload === undefined) return unknownType
  return typeFromSchema({ schema: { $ref: message.payload }, place: message.payload }, source)
}

/** The payloads of what answers the message; undefined where nothing does. */
export function replyType(
  { replies = [] }: MessageContract,
  { contract, source }: { readonly contract: Contract; readonly source: SchemaSource },
): Type | undefined {
  const types = replies.flatMap((id) => {
    const reply = contract.messages[id]
    return reply === undefined ? [] : [payloadType(reply, source)]
  })
  return types.length === 0 ? undefined : union(types)
}

/** Whether anything names the business event; replies that nobody annotated have no key. */
export function hasKey({ key }: MessageContract): boolean {
  return key.length > 0
}

/** The parameters that a handler is told, from whichever address a message came; undefined where it has none. */
export function parametersType(
  { parameters, parameterSettings, addresses }: MessageContract,
  docs: Docs,
): Type | undefined {
  const isEverywhere = (name: string) => addresses.every((address) => parametersIn(address).includes(name))
  return objectOf(parameters, (name) => {
    const settings = settingsOf(parameterSettings, name)
    return { settings, optional: !isEverywhere(name), doc: parameterDoc(settings, docs) }
  })
}

/** The parameters that `publish` is given: those that it could not know otherwise are required. */
export function publishedParametersType(
  { parameters, parameterSettings }: Pick<MessageContract, 'parameters' | 'parameterSettings'>,
  docs: Docs,
): Type | undefined {
  return objectOf(parameters, (name) => {
    const settings = settingsOf(parameterSettings, name)
    const { location, default: fallback } = settings ?? {}
    const doc = parameterDoc(settings, docs)
    const otherwise = sentences(
      location === undefined ? '' : `Taken from the ${location.in}'s ${quoted(location.path.join('.'))}`,
      fallback === undefined ? '' : `Default ${quoted(fallback)}`,
    )
    const lines = [...doc.lines, otherwise].filter((line) => line !== '')
    return { settings, optional: otherwise !== '', doc: { ...doc, lines } }
  })
}

interface ParameterMember {
  readonly settings: ParameterContract | undefined
  readonly optional: boolean
  readonly doc: DocText
}

function objectOf(names: readonly string[], member: (name: string) => ParameterMember): Type | undefined {
  if (names.length === 0) return undefined
  const members = names.map((name) => {
    const { settings, optional, doc } = member(name)
    const values = settings?.values?.map((value): Type => ({ kind: 'literal', value }))
    return { name, type: values === undefined ? keyword('string') : union(values), optional, doc }
  })
  return { kind: 'object', members }
}

function parameterDoc(settings: ParameterContract | undefined, docs: Docs): DocText {
  const doc = settings === undefined ? undefined : docs[settings.from]
  const text = (doc?.description ?? doc?.title ?? '').trim()
  const examples = (doc?.examples ?? []).map((example) => ({ name: 'example' as const, text: String(example) }))
  return { lines: text === '' ? [] : [sentences(text)], tags: examples }
}
