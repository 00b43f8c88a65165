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
import { hasKey, parametersType, payloadType, replyType } from './message-parts.js'
import { nameOf, quoted, sortedEntries, type ViewInput } from './view-input.js'

/** messages.ts: for each message its event type, types and key function; then the types that messages share. */
export function messagesView(input: ViewInput): View {
  const messages = sortedEntries(input.contract.messages).map(([id, message]) => describeMessage(id, message, input))
  const roots = messages.flatMap(({ message, headers }) => {
    return [...(message.payload === undefined ? [] : [message.payload]), ...(headers?.roots ?? [])]
  })
  const declared = declaredTypes(roots, input.source)
  const owners = declarationOwners(messages, declared)
  const announcers = eventTypeOwners(messages)
  const shared = [...declared].filter(([place]) => !owners.has(place))
  return {
    imports: importLines(
      [
        ...(messages.some(({ message }) => hasKey(message))
          ? [
              { names: [code`messages`], from: 'contract', typeOnly: false },
              { names: [code`businessKey`], from: 'runtime/key', typeOnly: false },
            ]
          : []),
      ],
      input.importStyle,
    ),
    messages: messages.map((described) => {
      const { id, message, headers } = described
      const own = declarablePlaces(described).filter((place) => owners.get(place) === id)
      return {
        constants: announcers.get(message.eventType) === id ? [constantView(id, message, input)] : [],
        declarations: [
          ...own.flatMap((place) => declarationOf(place, declared, { ...input, message })),
          ...headersDeclaration(headers, input),
        ],
        doc: docComment(
          { lines: [`What publishers and handlers of ${quoted(id)} are given.`], from: [message.from] },
          0,
        ),
        name: identifier(nameOf(input.names.messages, id).message),
        members: memberLines(message, headers, input),
        keys: hasKey(message) ? [keyFunctionView(id, message, headers, input)] : [],
      }
    }),
    shared: shared
      .toSorted(([, left], [, right]) => (left.name < right.name ? -1 : 1))
      .flatMap(([place]) => declarationOf(place, declared, input)),
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

/**
 * Payloads and headers that are declared beside their message, the first of those made of them: what is written inside
 * it, and what has its name.
 */
function declarationOwners(
  messages: readonly Described[],
  declared: ReadonlyMap<PlaceKey, Declared>,
): ReadonlyMap<PlaceKey, string> {
  const owners = new Map<PlaceKey, string>()
  for (const described of messages) {
    const { id, message } = described
    const own = declarablePlaces(described).filter((place) => {
      const name = declared.get(place)?.name
      return name === id || (name !== undefined && place.startsWith(`${message.from}/`))
    })
    for (const place of own) if (!owners.has(place)) owners.set(place, id)
  }
  return owners
}

/** The places that a message may have declarations for, in the order in which they are to stand. */
function declarablePlaces({ message, headers }: Described): readonly PlaceKey[] {
  // Headers that are declared without idemgen's own are not the declaration of their place.
  const ofHeaders = headers?.declaration === undefined ? message.headers : undefined
  return [message.payload, ofHeaders].filter((place) => place !== undefined)
}

/** The first message of each event type, beside which its constant stands. */
function eventTypeOwners(messages: readonly Described[]): ReadonlyMap<string, string> {
  return new Map(messages.toReversed().map(({ id, message }) => [message.eventType, id]))
}

function constantView(id: string, message: MessageContract, { names }: ViewInput): View {
  const doc = docComment({ lines: [`The event type of ${quoted(id)}.`], from: [message.from] }, 0)
  return { doc, name: identifier(nameOf(names.eventTypes, message.eventType)), value: literal(message.eventType) }
}

function declarationOf(
  place: PlaceKey,
  declared: ReadonlyMap<PlaceKey, Declared>,
  input: ViewInput & { readonly message?: MessageContract },
): readonly View[] {
  const found = declared.get(place)
  if (found === undefined) return []
  const { message } = input
  const inline = message !== undefined && place === message.payload && place.startsWith(`${message.from}/`)
  const doc = inline ? wordsOnPayload(place, message, input) : { ...wordsOn(place, input), from: [place] }
  return [declarationView(found, doc)]
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
  const parameters = parametersType(message, input.docs)
  const members: readonly (readonly [Code, Type | undefined])[] = [
    [code`readonly payload: `, payloadType(message, input.source)],
    [code`readonly headers: `, headers?.type],
    [code`readonly parameters: `, parameters],
    [code`readonly reply: `, replyType(message, input)],
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
