import { limitDefaults } from '../../model/defaults.js'
import { groupName } from './message-shapes.js'
import type { Key, Keys, ObjectShape } from './shape.js'
import { type KeyPlace, keyTable, type PlacedKey } from './table.js'

/** Where an annotation, or a part of one with its own keys, may stand. */
export type AnnotationPlace = 'root' | 'channel' | 'message' | 'operation'

/** The version of the grammar that the table describes. */
export const grammarVersion = 1

const group: ObjectShape = { kind: 'object', isPlace: true, keys: keysAt('group') }
const message: ObjectShape = { kind: 'object', isPlace: true, keys: keysAt('message') }

const root: ObjectShape = {
  kind: 'object',
  isPlace: true,
  keys: {
    grammar: {
      about: 'The version of this grammar.',
      shape: { kind: 'exactly', value: grammarVersion },
      default: grammarVersion,
    },
    defaults: {
      about: 'Settings for all groups of the document.',
      shape: { kind: 'object', isPlace: true, keys: keysAt('defaults') },
    },
    limits: {
      about: 'What the environment allows; the checks of lint use it.',
      shape: {
        kind: 'object',
        keys: {
          shutdownGrace: limit('shutdownGrace', 'The time between the signal to stop and the end of the process.'),
          consumerTimeout: limit('consumerTimeout', 'How long the broker waits for an acknowledgement.'),
          longestOutage: limit(
            'longestOutage',
            'The longest time that a producer may hold back its events and then repeat them.',
          ),
        },
      },
    },
  },
}

const channel: ObjectShape = {
  kind: 'object',
  isPlace: true,
  keys: {
    ...keysAt('channel'),
    messages: {
      about: 'Settings of one message in this channel alone, by its key under messages of the channel.',
      shape: { kind: 'map', names: { kind: 'text', longest: 500, expects: 'the key of a message' }, of: message },
    },
    consumers: {
      about:
        'The consumer groups and their settings. Groups are independent: each processes each event once. Keys of groups on the channel are defaults for all of them.',
      shape: { kind: 'map', names: groupName, of: group, nullable: true },
    },
  },
  apart: ['consumerGroup', 'consumers'],
}

const operation: ObjectShape = { kind: 'object', isPlace: true, keys: keysAt('operation') }

/** What may stand at each place. A channel may also be left out: `x-idempotency: false`. */
export const placeShapes: Readonly<Record<AnnotationPlace, ObjectShape>> = { root, channel, message, operation }

/** The keys of groups, by what they belong to. */
export function groupKeyNames(of: 'group' | 'queue'): ReadonlySet<string> {
  return new Set(allKeys().flatMap(([name, key]) => (key.of === of ? [name] : [])))
}

/** In words, where a key may stand that is known but does not stand there; undefined for a key that nobody knows. */
export function rightPlaces(name: string): string | undefined {
  if (Object.hasOwn(root.keys, name)) return 'in the annotation at the root of the document'
  if (name === 'messages' || name === 'consumers') return 'in the annotation of a channel'
  const key = allKeys().find(([known]) => known === name)?.[1]
  return key === undefined ? undefined : listInWords(key.at.map((place) => placeWords[place]))
}

const placeWords: Readonly<Record<KeyPlace, string>> = {
  defaults: "in the root's defaults",
  channel: 'on a channel',
  message: "on a message or under a channel's messages",
  operation: 'on an operation',
  group: 'in a group under consumers',
}

function keysAt(place: KeyPlace): Keys {
  return Object.fromEntries(allKeys().filter(([, key]) => key.at.includes(place)))
}

function allKeys(): readonly (readonly [string, PlacedKey])[] {
  return Object.entries<PlacedKey>(keyTable)
}

function limit(name: keyof typeof limitDefaults, about: string): Key {
  return { about, shape: { kind: 'duration' }, default: limitDefaults[name] }
}

function listInWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
