import type {
  ExchangeContract,
  GroupContract,
  MessageContract,
  ParameterContract,
  ParameterSettings,
  PlaceKey,
  PublisherContract,
} from '../../model/contract.js'
import { braced, type Code, code, joinCode } from '../code.js'
import { asData, type Data, data, lineWidth, memberName } from '../data.js'
import { docComment } from '../doc.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import { schemaPointer } from '../schema-document.js'
import type { View } from '../template-engine.js'
import { sortedEntries, type ViewInput } from './view-input.js'

/** contract.ts: what changes with the spec, as data for the runtime. */
export function contractView({ contract, importStyle }: ViewInput): View {
  const maps = [
    describe(messageMap, contract.messages),
    ...(hasEntries(contract.publishers) ? [describe(publisherMap, contract.publishers)] : []),
    ...(hasEntries(contract.groups) ? [describe(groupMap, contract.groups)] : []),
    describe(exchangeMap, contract.exchanges),
  ]
  const types = maps.map(({ type }) => type)
  return { imports: importLines([{ names: types, from: 'runtime/types', typeOnly: true }], importStyle), maps }
}

interface DescriptorMap<Item> {
  readonly name: Code
  readonly type: Code
  readonly doc: string
  readonly from: (item: Item) => readonly PlaceKey[]
  readonly descriptor: (item: Item) => Data
}

const messageMap: DescriptorMap<MessageContract> = {
  name: code`messages`,
  type: code`MessageDescriptor`,
  doc: 'The messages: how each is recognised, and which of its fields make its business key.',
  from: ({ from }) => [from],
  descriptor: ({ from: _, replies: __, parameterSettings, ...message }) =>
    asData({
      ...message,
      payload: pointerOf(message.payload),
      headers: pointerOf(message.headers),
      parameterSettings: valuesOf(parameterSettings),
    }),
}

const publisherMap: DescriptorMap<PublisherContract> = {
  name: code`publishers`,
  type: code`PublisherDescriptor`,
  doc: 'Where each message is sent to.',
  from: ({ channels }) => sortedEntries(channels).map(([, { from }]) => from),
  descriptor: ({ message, channels }) => ({
    message,
    channels: Object.fromEntries(
      sortedEntries(channels).map(([key, { from: _, parameterSettings, ...channel }]) => [
        key,
        asData({ ...channel, parameterSettings: settingsOf(parameterSettings) }),
      ]),
    ),
  }),
}

const groupMap: DescriptorMap<GroupContract> = {
  name: code`groups`,
  type: code`GroupDescriptor`,
  doc: 'The consumer groups: their queues, and what becomes of a message that cannot be processed.',
  from: ({ from }) => from,
  descriptor: ({ from: _, ...group }) => asData(group),
}

const exchangeMap: DescriptorMap<ExchangeContract> = {
  name: code`exchanges`,
  type: code`ExchangeDescriptor`,
  doc: 'The exchanges that messages are sent to and queues are bound to.',
  from: () => [],
  descriptor: asData,
}

function describe<Item>(map: DescriptorMap<Item>, items: Readonly<Record<string, Item>>) {
  const entries = sortedEntries(items)
  const names = entries.map(([name]) => literal(name))
  return {
    doc: docComment({ lines: [map.doc] }, 0),
    type: map.type,
    head: mapHead(map, names),
    body: braced(
      entries.map(([name, item]) => entryText(memberName(name), map.from(item), map.descriptor(item))),
      0,
    ),
  }
}

/** The name and the type: a mapped key costs the compiler a third of what the type of each entry would. */
function mapHead({ name, type }: { readonly name: Code; readonly type: Code }, names: readonly Code[]): Code {
  const union = names.length === 0 ? code`never` : joinCode(names, ' | ')
  const line = code`export const ${name}: { readonly [Name in ${union}]: ${type} } =`
  if (line.length + ' {'.length <= lineWidth) return line
  const alternatives = joinCode(
    names.map((alternative) => code`\n    | ${alternative}`),
    '',
  )
  // The bracket has its own line, so that a name added at the end leaves the line of the last one alone.
  return code`export const ${name}: {\n  readonly [Name in${alternatives}\n  ]: ${type}\n} =`
}

function entryText(name: Code, from: readonly PlaceKey[], descriptor: Data): Code {
  const origin = from.length === 0 ? code`` : code`${docComment({ lines: [], from }, 2)}\n  `
  // A line for each field, so that a change shows the field and not the whole entry.
  return code`${origin}${name}: ${data(descriptor, { indent: 2, taken: name.length + 5, expanded: true })},`
}

function hasEntries(record: object): boolean {
  return Object.keys(record).length > 0
}

/** What is known of parameters, without where it stands; nothing of those that may be anything. */
function settingsOf(settings: ParameterSettings | undefined): Data | undefined {
  return known(settings, ({ from: _, ...one }) => one)
}

/** A consumer takes what the routing key says, and compares it with the values. */
function valuesOf(settings: ParameterSettings | undefined): Data | undefined {
  return known(settings, ({ values }) => (values === undefined ? {} : { values }))
}

function known(
  settings: ParameterSettings | undefined,
  factsOf: (settings: ParameterContract) => object,
): Data | undefined {
  const facts = sortedEntries(settings ?? {}).map(([name, one]) => [name, factsOf(one)] as const)
  const said = facts.filter(([, one]) => hasEntries(one))
  return said.length === 0 ? undefined : Object.fromEntries(said.map(([name, one]) => [name, asData(one)]))
}

function pointerOf(place: PlaceKey | undefined): string | undefined {
  return place === undefined ? undefined : schemaPointer(place)
}
