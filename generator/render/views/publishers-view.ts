import type { PublishChannelContract, PublisherContract } from '../../model/contract.js'
import { type Code, code, joinCode } from '../code.js'
import { type DocText, docComment, sentences } from '../doc.js'
import { identifier, memberIdentifier } from '../identifier.js'
import { importLines } from '../imports.js'
import { literal } from '../literal.js'
import type { View } from '../template-engine.js'
import { nameOf, quoted, sortedEntries, type ViewInput } from './view-input.js'

/** publishers.ts: a typed publisher for each message that is sent. Undefined where none is. */
export function publishersView({ contract, names, importStyle }: ViewInput): View | undefined {
  const publishers = sortedEntries(contract.publishers)
  if (publishers.length === 0) return undefined
  const message = (id: string) => identifier(nameOf(names.messages, id).message)
  return {
    imports: importLines(
      [
        { names: [code`exchanges`, code`messages`, code`publishers`], from: 'contract', typeOnly: false },
        { names: publishers.map(([, publisher]) => message(publisher.message)), from: 'messages', typeOnly: true },
        { names: [code`openPublishers`], from: 'runtime/publish', typeOnly: false },
        { names: [code`CreatePublishersOptions`, code`Publisher`], from: 'runtime/types', typeOnly: true },
        { names: [code`schemas`], from: 'schemas', typeOnly: false },
      ],
      importStyle,
    ),
    publishers: publishers.map(([name, publisher]) => ({
      doc: docComment(publisherDoc(publisher, contract.messages[publisher.message]?.eventType ?? publisher.message), 2),
      name: memberIdentifier(name),
      message: messageType(message(publisher.message), publisher),
    })),
  }
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

function target({ exchange, routingKey }: PublishChannelContract): string {
  if (exchange === '') return `to the queue ${quoted(routingKey)}`
  return `to the exchange ${quoted(exchange)} with the routing key ${quoted(routingKey)}`
}
