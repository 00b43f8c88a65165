import type { PublishChannelContract, PublisherContract } from '../../model/contract.js'
import { type Code, code, joinCode } from '../code.js'
import { lineWidth } from '../data.js'
import { type DocText, docComment, sentences } from '../doc.js'
import { identifier, memberIdentifier } from '../identifier.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import type { View } from '../template-engine.js'
import { printType } from '../types/print-type.js'
import { hasKey } from './message-parts.js'
import { targetType } from './target-type.js'
import { nameOf, quoted, sortedEntries, type ViewInput } from './view-input.js'

/** publishers.ts: a typed publisher for each message that is sent. Undefined where none is. */
export function publishersView(input: ViewInput): View | undefined {
  const { contract, names, importStyle } = input
  const publishers = sortedEntries(contract.publishers)
  if (publishers.length === 0) return undefined
  const someHasNoKey = publishers.some(([, publisher]) => !isKeyed(publisher, input))
  const message = (id: string) => identifier(nameOf(names.messages, id).message)
  return {
    imports: importLines(
      [
        { names: [code`exchanges`, code`messages`, code`publishers`], from: 'contract', typeOnly: false },
        { names: publishers.map(([, publisher]) => message(publisher.message)), from: 'messages', typeOnly: true },
        { names: [code`openPublishers`], from: 'runtime/publish', typeOnly: false },
        {
          names: [code`CreatePublishersOptions`, ...(someHasNoKey ? [code`PublishedReply`] : []), code`Publisher`],
          from: 'runtime/types',
          typeOnly: true,
        },
        { names: [code`schemas`], from: 'schemas', typeOnly: false },
      ],
      importStyle,
    ),
    publishers: publishers.map(([name, publisher]) => ({
      doc: docComment(publisherDoc(publisher, contract.messages[publisher.message]?.eventType ?? publisher.message), 2),
      name: memberIdentifier(name),
      message: typeArguments(message(publisher.message), { name, publisher }, input),
    })),
  }
}

/** Of the type `Publisher`: the message, what `publish` has to be told beside it, and what comes of it. */
function typeArguments(
  message: Code,
  { name, publisher }: { readonly name: string; readonly publisher: PublisherContract },
  input: ViewInput,
): Code {
  const contract = input.contract.messages[publisher.message]
  const target = contract === undefined ? undefined : targetType(publisher, contract, input.docs)
  const own = target === undefined ? messageType(message, publisher) : message
  const result = isKeyed(publisher, input) ? [] : [code`PublishedReply`]
  if (target === undefined && result.length === 0) return own
  const all = (indent: number) => [
    own,
    target === undefined ? own : printType(target, { indent, taken: indent + 1 }),
    ...result,
  ]
  const flat = joinCode(all(0), ', ')
  if (!flat.includes('\n') && `  readonly ${name}: Publisher<>`.length + flat.length <= lineWidth) return flat
  const lines = joinCode(all(4), ',\n    ')
  return code`\n    ${lines}\n  `
}

function isKeyed({ message }: PublisherContract, { contract }: ViewInput): boolean {
  const found = contract.messages[message]
  return found === undefined || hasKey(found)
}

/** Where there are several channels, `publish` asks for one of them. */
function messageType(message: Code, { channels }: PublisherContract): Code {
  const keys = Object.keys(channels).sort()
  if (keys.length < 2) return message
  return code`${message} & { readonly channel: ${joinCode(keys.map(literal), ' | ')} }`
}

function publisherDoc({ message, channels }: PublisherContract, eventType: string): DocText {
  const subject = eventType === message ? quoted(message) : `${quoted(message)} (event type ${quoted(eventType)})`
  const targets = sortedEntries(channels)
  const from = targets.map(([, channel]) => channel.from)
  const [only, second] = targets
  if (only !== undefined && second === undefined)
    return { lines: [sentences(`Sends ${subject} ${target(only[1])}`)], from }
  return {
    lines: [
      `Sends ${subject} on the channel given:`,
      ...targets.map(([key, channel]) => `- ${quoted(key)}, ${target(channel)}`),
    ],
    from,
  }
}

function target({ exchange, routingKey, isReply }: PublishChannelContract): string {
  if (isReply === true) return 'to the queue that `replyTo` names'
  if (exchange === '') return `to the queue ${quoted(routingKey)}`
  return `to the exchange ${quoted(exchange)} with the routing key ${quoted(routingKey)}`
}
