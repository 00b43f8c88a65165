import type { MessageContract, PlaceKey } from '../../model/contract.js'
import { type Code, code } from '../code.js'
import { type DocText, docComment } from '../doc.js'
import { identifier } from '../identifier.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import type { View } from '../template-engine.js'
import { type Declared, declaredTypes, printDeclaration } from '../types/declarations.js'
import { printType } from '../types/print-type.js'
import { ownDoc } from '../types/schema-doc.js'
import type { Type } from '../types/type.js'
import { type HeadersType, headersType } from './headers.js'
import { keyFunctionView } from './key-function-view.js'
import { parametersType, payloadType } from './message-parts.js'
import { nameOf, quoted, sortedEntries, type ViewInput } from './view-input.js'

/** messages.ts: for each message its event type, types and key function; then the types that messages share. */
export function messagesView(input: ViewInput): View {
  const messages = sortedEntries(input.contract.messages).map(([id, message]) => describeMessage(id, message, input))
  const roots = messages.flatMap(({ message, headers }) => {
    return [...(message.payload === undefined ? [] : [message.payload]), ...(headers?.roots ?? [])]
  })
  const declared = declaredTypes(roots, input.source)
  const owners = payloadOwners(messages, declared)
  const announcers = eventTypeOwners(messages)
  const shared = [...declared].filter(([place]) => owners.get(place) === undefined)
  return {
    imports: importLines(
      [
        { names: [code`messages`], from: 'contract', typeOnly: false },
        { names: [code`businessKey`], from: 'runtime/key', typeOnly: false },
      ],
      input.importExtension,
    ),
    messages: messages.map(({ id, message, headers }) => {
      const { payload } = message
      const own = payload !== undefined && owners.get(payload) === id ? declared.get(payload) : undefined
      return {
        constants: announcers.get(message.eventType) === id ? [constantView(id, message, input)] : [],
        declarations: [
          ...(payload === undefined || own === undefined
            ? []
            : [declarationView(own, wordsOnPayload(payload, message, input))]),
          ...headersDeclaration(headers, input),
        ],
        doc: docComment(
          { lines: [`What publishers and handlers of ${quoted(id)} are given.`], from: [message.from] },
          0,
        ),
        name: identifier(nameOf(input.names.messages, id).message),
        members: memberLines(message, headers, input),
        key: keyFunctionView(id, message, headers, input),
      }
    }),
    shared: shared
      .toSorted(([, left], [, right]) => (left.name < right.name ? -1 : 1))
      .map(([place, type]) => declarationView(type, { ...wordsOn(place, input), from: [place] })),
  }
}

interface Described {
  readonly id: string
  readonly message: MessageContract
  readonly headers: HeadersType | undefined
}

function describeMessage(id: string, message: MessageContract, { names, source }: ViewInput): Described {
  return { id, message, headers: headersType(message, nameOf(names.messages, id).headers, source) }
}

/** Payloads that are written inside a message are declared beside it, by the first of the messages made of it. */
function payloadOwners(
  messages: readonly Described[],
  declared: ReadonlyMap<PlaceKey, Declared>,
): ReadonlyMap<PlaceKey, string> {
  const owners = new Map<PlaceKey, string>()
  for (const { id, message } of messages) {
    const { payload } = message
    if (payload === undefined || owners.has(payload) || !declared.has(payload)) continue
    if (payload.startsWith(`${message.from}/`)) owners.set(payload, id)
  }
  return owners
}

/** The first message of each event type, beside which its constant stands. */
function eventTypeOwners(messages: readonly Described[]): ReadonlyMap<string, string> {
  return new Map(messages.toReversed().map(({ id, message }) => [message.eventType, id]))
}

function constantView(id: string, message: MessageContract, { names }: ViewInput): View {
  const doc = docComment({ lines: [`The event type of ${quoted(id)}.`], from: [message.from] }, 0)
  return { doc, name: identifier(nameOf(names.eventTypes, message.eventType)), value: literal(message.eventType) }
}

function headersDeclaration(headers: HeadersType | undefined, input: ViewInput): readonly View[] {
  if (headers?.declaration === undefined) return []
  const { place, ...declared } = headers.declaration
  return [declarationView(declared, { ...wordsOn(place, input), from: [place] })]
}

function declarationView({ name, type }: Declared, doc: DocText): View {
  return { doc: docComment(doc, 0), text: printDeclaration(name, type) }
}

function memberLines(message: MessageContract, headers: HeadersType | undefined, input: ViewInput): readonly Code[] {
  const parameters = parametersType(message)
  const members: readonly (readonly [Code, Type | undefined])[] = [
    [code`readonly payload: `, payloadType(message, input.source)],
    [code`readonly headers: `, headers?.type],
    [code`readonly parameters: `, parameters],
  ]
  return members.flatMap(([head, type]) => {
    return type === undefined ? [] : [code`${head}${printType(type, { indent: 2, taken: 2 + head.length })}`]
  })
}

function wordsOn(place: PlaceKey, { source }: ViewInput): DocText {
  return ownDoc({ schema: source.schemaAt(place), place }, source)
}

/** The message's own words where its payload has none. */
function wordsOnPayload(place: PlaceKey, message: MessageContract, input: ViewInput): DocText {
  const words = wordsOn(place, input)
  const doc = input.docs[message.from]
  const said = words.lines.some((line) => line !== '')
  return { ...words, lines: said ? words.lines : [doc?.description ?? doc?.title ?? ''], from: [message.from] }
}
