import type { Contract } from '../model/contract.js'
import { isObject, type Json } from '../model/document.js'
import type { SpecOutcome } from './generate-outcome.js'

/** What was generated from one document, in a line. */
export function headline(made: SpecOutcome): string {
  const { contract, request } = made
  const publishers = Object.keys(contract.publishers).length
  const groups = Object.keys(contract.groups).length
  const counts = `${quantity(publishers, 'publisher')}, ${quantity(groups, 'consumer group')}`
  const what = made.folder === '' ? 'generated' : `generated ${made.folder}`
  return `${what} from ${request.path}: ${counts} (${sideText({ publishers, groups, made })})`
}

/** What a service imports, by its name. */
export function inventoryLines({ publishers, groups, messages }: Contract): readonly string[] {
  const eventType = (name: string) => messages[name]?.eventType ?? name
  const lines = [
    ...Object.entries(publishers).map(([name, { message }]) => `  publishers.${name}: ${eventType(message)}`),
    ...Object.entries(groups).map(([name, { group, queues }]) => {
      const events = [...new Set(queues.flatMap((queue) => queue.messages.map(eventType)))].join(', ')
      return `  start${name.charAt(0).toUpperCase()}${name.slice(1)}: group ${group}, ${events}`
    }),
  ]
  const rest = lines.length - inventoryLimit
  return rest > 1 ? [...lines.slice(0, inventoryLimit), `  and ${rest} more`] : lines
}

/** Long enough for the eye: a document with hundreds of groups does not flood the terminal. */
const inventoryLimit = 20

/** Whoever expected the other side sees here why it is missing. */
function sideText({ publishers, groups, made }: Counted): string {
  const { side: asked, perspective } = made.request
  if (publishers === 0 && groups === 0) {
    return asked === undefined ? 'no channel is annotated' : `no channel is annotated for --side ${asked}`
  }
  const side = groups === 0 ? 'publishing only' : publishers === 0 ? 'consuming only' : 'both sides'
  if (asked !== undefined) return `${side}, as --side ${asked} asks`
  const root = made.document.files.get('')?.value
  if (!hasOperations(root)) return `${side}, because the document has no operations`
  const whom = perspective === 'client' ? ' for a client' : ''
  if (side === 'both sides') return `${side}, as its operations say${whom}`
  const turned = isVersion2(root) && perspective !== 'client' ? ', --perspective client turns the sides' : ''
  return `${side}, as its operations say${whom}; --side both adds the other${turned}`
}

interface Counted {
  readonly publishers: number
  readonly groups: number
  readonly made: SpecOutcome
}

/** AsyncAPI 2 has them in the channels. */
function hasOperations(root: Json | undefined): boolean {
  if (!isObject(root)) return false
  if (isObject(root.operations) && Object.keys(root.operations).length > 0) return true
  const channels = isObject(root.channels) ? Object.values(root.channels) : []
  return (
    isVersion2(root) &&
    channels.some((channel) => isObject(channel) && ('publish' in channel || 'subscribe' in channel))
  )
}

function isVersion2(root: Json | undefined): boolean {
  return isObject(root) && String(root.asyncapi).startsWith('2.')
}

function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
