import { pascalName } from '../../model/identifier.js'
import { type Place, pointerSegments } from '../../model/pointer.js'
import type { ChannelMessage } from '../channel.js'

/** The name that a message has by the place of its definition, in PascalCase. */
export function messageName({ node: { place }, key: known }: ChannelMessage): string {
  const segments = pointerSegments(place.pointer)
  // Written out in an operation of AsyncAPI 2, where places have no names.
  if (/\/(publish|subscribe)\/message(\/oneOf\/\d+)?$/.test(place.pointer)) return pascalName(known) ?? 'Message'
  const own = pascalName(segments.at(-1) ?? '') ?? fileName(place) ?? 'Message'
  const [parent, key] = segments.slice(-4)
  // Written out in a channel: two channels often have a message of the same key.
  if (parent !== 'channels' || segments.at(-2) !== 'messages') return own
  const channel = pascalName(key ?? '') ?? ''
  return own.toLowerCase().startsWith(channel.toLowerCase()) ? own : channel + own
}

/** The name that a schema has by its place: the key of a component, else the words of the way to it. */
export function schemaName(place: Place): string {
  const words = wayTo(place)
  const [only] = words.length === 1 ? words : []
  const name = only ?? words.flatMap((word) => pascalName(word) ?? []).join('')
  return pascalName(name) ?? fileName(place) ?? 'Schema'
}

const containers: ReadonlySet<string> = new Set([
  'schemas',
  'messages',
  'messageTraits',
  'channels',
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
])

/** The segments of the way without those that name a map of the things behind them. */
function wayTo(place: Place): readonly string[] {
  const segments = pointerSegments(place.pointer)
  const words: string[] = []
  for (let i = segments[0] === 'components' ? 1 : 0; i < segments.length; i++) {
    const isMap = containers.has(segments[i] ?? '') && i + 1 < segments.length
    if (isMap) i += 1
    // `OrderLinesItem`, not `OrderLinesItems`.
    words.push(!isMap && segments[i] === 'items' ? 'item' : (segments[i] ?? ''))
  }
  return words
}

function fileName(place: Place): string | undefined {
  return pascalName((place.file.split('/').at(-1) ?? '').replace(/\.(ya?ml|json)$/i, ''))
}
