import { placeShapes } from '../../generator/build/grammar/places.js'
import type { Key, Keys, ObjectShape, Shape, VariantsShape } from '../../generator/build/grammar/shape.js'
import { keyTable, type PlacedKey } from '../../generator/build/grammar/table.js'
import { bareWords, patternOf } from '../../generator/build/grammar/words.js'
import type { Json } from '../../generator/model/document.js'

/** The JSON Schema that editors use, written from the table that documents are checked against. */
export function annotationSchema(): Json {
  const { root, channel, message, operation } = placeShapes
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'x-idempotency',
    description:
      'The annotation of idemgen for AsyncAPI documents. Each place where it may stand has a definition: root, channel, message, operation; parts of it have defaults, channelMessage and group.',
    anyOf: ['channel', 'operation', 'message', 'root'].map(definition),
    definitions: {
      root: object(root, 'At the root of the document: what holds for all of it.', {
        defaults: definition('defaults'),
      }),
      defaults: object(inner(root, 'defaults'), 'Settings for all groups of the document.'),
      channel: {
        description: 'On a channel. false leaves the channel out.',
        anyOf: [{ const: false }, { $ref: '#/definitions/channelSettings' }],
      },
      channelSettings: object(channel, 'On a channel: its messages, publisher and consumer groups.', {
        messages: entries(channel, 'messages', 'channelMessage'),
        consumers: entries(channel, 'consumers', 'group'),
      }),
      message: object(message, 'On a message: what makes two of them the same business event.'),
      channelMessage: object(message, 'Under messages of a channel: settings of one message in this channel alone.'),
      operation: object(
        operation,
        'On an operation: settings of the publisher where it sends, of the groups where it receives.',
      ),
      group: object(entryShape(channel, 'consumers'), 'Under consumers of a channel: the settings of one group.'),
      ...keyDefinitions(),
    },
  }
}

function keyDefinitions(): Readonly<Record<string, Json>> {
  const keys: readonly (readonly [string, PlacedKey])[] = Object.entries<PlacedKey>(keyTable)
  return Object.fromEntries(keys.map(([name, key]) => [name, keySchema(key)]))
}

function keySchema({ about, shape, default: usual, examples, unbuilt }: Key): Json {
  const description = unbuilt ? `${about} Not built yet.` : about
  const offered = {
    ...(usual === undefined ? {} : { default: usual }),
    ...(examples === undefined ? {} : { examples }),
  }
  return { description, ...offered, ...schemaOf(shape) }
}

/** Keys that several places share are defined once; inner keys may have the same name and mean something else. */
function memberSchema(name: string, key: Key): Json {
  return Object.entries<Key>(keyTable).some(([shared, entry]) => shared === name && entry === key)
    ? definition(name)
    : keySchema(key)
}

function schemaOf(shape: Shape): Readonly<Record<string, Json>> {
  switch (shape.kind) {
    case 'duration':
    case 'text':
      return text(shape)
    case 'integer':
      return { type: 'integer', minimum: shape.least, maximum: shape.most }
    case 'word':
      return { enum: shape.of }
    case 'flag':
      return { type: 'boolean' }
    case 'exactly':
      return { const: shape.value }
    case 'scalar':
      return { type: ['string', 'number', 'boolean'] }
    case 'list':
      return { type: 'array', items: schemaOf(shape.of), ...(shape.least === 0 ? {} : { minItems: shape.least }) }
    case 'map':
      return map(shape, schemaOf(shape.of))
    case 'object':
      return shape.short === undefined ? object(shape) : { anyOf: [schemaOf(shape.short.of), object(shape)] }
    case 'variants':
      return variants(shape)
  }
}

function text(shape: Extract<Shape, { kind: 'duration' | 'text' }>): Readonly<Record<string, Json>> {
  const pattern = patternOf(shape)
  return {
    type: 'string',
    ...(shape.kind === 'text' ? { maxLength: shape.longest } : {}),
    ...(pattern === undefined ? {} : { pattern }),
  }
}

function map(shape: Extract<Shape, { kind: 'map' }>, of: Json): Readonly<Record<string, Json>> {
  const value = shape.nullable ? { anyOf: [{ type: 'null' }, of] } : of
  return { type: 'object', propertyNames: text(shape.names), ...orReference({}, []), additionalProperties: value }
}

function object(
  shape: ObjectShape,
  about?: string,
  own: Readonly<Record<string, Json>> = {},
): Readonly<Record<string, Json>> {
  const { apart } = shape
  return {
    ...(about === undefined ? {} : { description: about }),
    ...members(shape.keys, shape.required ?? [], own),
    ...(apart === undefined ? {} : { not: { required: apart } }),
  }
}

function members(
  keys: Keys,
  required: readonly string[],
  own: Readonly<Record<string, Json>> = {},
): Readonly<Record<string, Json>> {
  const properties = Object.entries(keys).map(([name, key]) => [name, own[name] ?? memberSchema(name, key)] as const)
  return { type: 'object', ...orReference(Object.fromEntries(properties), required), additionalProperties: false }
}

/** Any object may be a reference instead, and nothing may stand beside it. */
function orReference(
  properties: Readonly<Record<string, Json>>,
  required: readonly string[],
): Readonly<Record<string, Json>> {
  const isComplete = required.length === 0 ? {} : { anyOf: [{ required: ['$ref'] }, { required }] }
  return {
    properties: { ...properties, $ref: { description: 'Stands for the object it refers to.', type: 'string' } },
    dependencies: { $ref: { maxProperties: 1 } },
    ...isComplete,
  }
}

function variants(shape: VariantsShape): Readonly<Record<string, Json>> {
  const objects = Object.entries(shape.of).map(([kind, { keys, required = [] }]) => {
    return members({ kind: { about: 'Which one.', shape: { kind: 'word', of: [kind] } }, ...keys }, [
      'kind',
      ...required,
    ])
  })
  return { anyOf: [{ enum: bareWords(shape) }, ...objects] }
}

function entries(shape: ObjectShape, name: string, of: string): Json {
  const key = shape.keys[name]
  if (key?.shape.kind !== 'map') throw new Error(`${name} is no map`)
  return { description: key.about, ...map(key.shape, definition(of)) }
}

function entryShape(shape: ObjectShape, name: string): ObjectShape {
  const key = shape.keys[name]
  if (key?.shape.kind !== 'map' || key.shape.of.kind !== 'object') throw new Error(`${name} is no map of objects`)
  return key.shape.of
}

function inner(shape: ObjectShape, name: string): ObjectShape {
  const key = shape.keys[name]
  if (key?.shape.kind !== 'object') throw new Error(`${name} is no object`)
  return key.shape
}

function definition(name: string): Json {
  return { $ref: `#/definitions/${name}` }
}
