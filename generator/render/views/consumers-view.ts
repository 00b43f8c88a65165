import type { GroupContract } from '../../model/contract.js'
import { braced, type Code, code } from '../code.js'
import { type Data, data, lineWidth } from '../data.js'
import { type DocText, docComment, sentences } from '../doc.js'
import { functionHead } from '../function-head.js'
import { identifier } from '../identifier.js'
import { importLines } from '../imports.js'
import type { View } from '../template-engine.js'
import { listed, nameOf, quoted, sortedEntries, type ViewInput } from './view-input.js'

/** consumers.ts: for each group the handlers that it wants and the function that starts it. Undefined without groups. */
export function consumersView(input: ViewInput): View | undefined {
  const { contract, names, importStyle } = input
  const groups = sortedEntries(contract.groups)
  if (groups.length === 0) return undefined
  const messages = groups.flatMap(([, group]) => messagesOf(group))
  const runtimeTypes = [code`Handler`, code`RunningConsumer`, code`StartOptions`, code`Transaction`]
  return {
    imports: importLines(
      [
        { names: [code`exchanges`, code`groups`, code`messages`], from: 'contract', typeOnly: false },
        {
          names: messages.map((id) => identifier(nameOf(names.messages, id).message)),
          from: 'messages',
          typeOnly: true,
        },
        { names: [code`startGroup`], from: 'runtime/start-group', typeOnly: false },
        { names: runtimeTypes, from: 'runtime/types', typeOnly: true },
        { names: [code`schemas`], from: 'schemas', typeOnly: false },
      ],
      importStyle,
    ),
    groups: groups.map(([id, group]) => groupView(id, group, input)),
  }
}

function groupView(id: string, group: GroupContract, input: ViewInput): View {
  const { handlers, start } = nameOf(input.names.groups, id)
  const messages = messagesOf(group)
  return {
    doc: docComment(groupDoc(group), 0),
    handlers: identifier(handlers),
    members: messages.map((message) => ({
      doc: docComment(handlerDoc(message, group, input), 2),
      name: identifier(handlerName(message)),
      message: identifier(nameOf(input.names.messages, message).message),
    })),
    startDoc: docComment(startDoc(group), 0),
    startHead: functionHead({
      name: code`${identifier(start)}<Tx = Transaction>`,
      parameters: [code`options: StartOptions<${identifier(handlers)}<Tx>, Tx>`],
      result: code`Promise<RunningConsumer>`,
    }),
    startArguments: startArguments(id, messages),
  }
}

/** On one line, on a line each, or with the wiring spread out: whatever fits. */
function startArguments(id: string, messages: readonly string[]): Code {
  const methods: Data = Object.fromEntries(messages.map((message) => [message, handlerName(message)]))
  const group = code`group: groups.${identifier(id)}`
  const flat = code`{ ${group}, messages, exchanges, schemas, methods: ${data(methods, { indent: 0, taken: 0 })} }`
  if ('  return startGroup(, options)'.length + flat.length <= lineWidth) return code`${flat}, options`
  if ('    ,'.length + flat.length <= lineWidth && !flat.includes('\n')) return code`\n    ${flat},\n    options,\n  `
  const printed = data(methods, { indent: 6, taken: '      methods: ,'.length })
  const wiring = [code`${group},`, code`messages,`, code`exchanges,`, code`schemas,`, code`methods: ${printed},`]
  return code`\n    ${braced(wiring, 4)},\n    options,\n  `
}

/** Every message that the group can receive, through whichever of its queues, sorted. */
function messagesOf(group: GroupContract): readonly string[] {
  return [...new Set(group.queues.flatMap((queue) => queue.messages))].sort()
}

function handlerName(message: string): string {
  return `on${message}`
}

function groupDoc(group: GroupContract): DocText {
  const queues = group.queues.map(({ name }) => name)
  const noun = queues.length === 1 ? 'queue' : 'queues'
  const text = `What the consumer group ${quoted(group.group)} does with the messages of its ${noun} ${listed(queues, 'and')}`
  return { lines: [sentences(text)], from: group.from }
}

function handlerDoc(message: string, { errors, queues }: GroupContract, { contract, names }: ViewInput): DocText {
  const throwing = (list: readonly string[]) =>
    listed(
      list.map((name) => nameOf(names.errors, name)),
      'or',
    )
  const choices = [
    ...(errors.business.length === 0 ? [] : [`${throwing(errors.business)} to park the message`]),
    ...(errors.system.length === 0 ? [] : [`${throwing(errors.system)} to have it retried`]),
  ]
  const attempts = [...new Set(queues.map(({ retry }) => retry.attempts))]
  const runs = attempts.length === 1 ? `${attempts[0]} runs` : 'the runs of its queue are used up'
  const other = errors.default === 'business' ? 'parks the message at once' : `has it retried, and parked after ${runs}`
  const eventType = contract.messages[message]?.eventType ?? message
  return {
    lines: [
      `Runs once for each business key of ${quoted(eventType)}, in the transaction that also records the key.`,
      sentences(choices.length === 0 ? '' : `Throw ${choices.join(', ')}`),
      sentences(`Any other error ${other}`),
    ].filter((line) => line !== ''),
  }
}

function startDoc(group: GroupContract): DocText {
  return {
    lines: [
      `Starts consuming for the group ${quoted(group.group)}. Resolves when its queues are consumed.`,
      'Rejects with `ConfigurationError` or `TopologyError` where service, database or broker are not set up for it,',
      'and with `DatabaseConnectionError` where the database does not answer.',
    ],
    from: group.from,
  }
}
