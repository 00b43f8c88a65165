import { groupDefaults, publishDefaults } from '../../model/defaults.js'
import { fields } from './message-shapes.js'
import type { ObjectShape, Shape, TextShape, VariantsShape } from './shape.js'

const className: TextShape = { kind: 'text', longest: 200, pattern: '\\S', expects: 'the name of a class' }
const classNames: Shape = { kind: 'list', of: className, least: 0 }
const duration: Shape = { kind: 'duration' }

export const errorClasses: ObjectShape = {
  kind: 'object',
  keys: {
    business: { about: 'Classes of errors that trying again cannot help.', shape: classNames, default: [] },
    system: { about: 'Classes of errors that may pass.', shape: classNames, default: [] },
    default: {
      about: 'What an exception counts as that no list names.',
      shape: { kind: 'word', of: ['business', 'system'] },
      default: groupDefaults.errorClasses.default,
    },
  },
}

export const strategy: VariantsShape = {
  kind: 'variants',
  of: {
    transaction: { keys: {} },
    natural: { keys: {}, unbuilt: true },
    lease: { keys: { for: { about: 'How long a claim is held without renewal.', shape: duration } }, unbuilt: true },
    version: {
      keys: {
        entity: { about: 'The fields that name the entity.', shape: { kind: 'list', of: fields, least: 1 } },
        field: { about: 'The field that grows with every change.', shape: fields },
      },
      required: ['entity', 'field'],
      unbuilt: true,
    },
    cache: {
      keys: { acceptLoss: { about: 'That keys may be forgotten.', shape: { kind: 'exactly', value: true } } },
      required: ['acceptLoss'],
      unbuilt: true,
    },
  },
}

export const retention: ObjectShape = {
  kind: 'object',
  keys: {
    processed: {
      about: 'How long the key of a processed message is remembered.',
      shape: duration,
      default: groupDefaults.retention.processed,
    },
    parked: {
      about: 'How long a parked message is kept. Default: 90d, or as long as processed ones if that is longer.',
      shape: duration,
      default: groupDefaults.retention.parked,
    },
  },
  short: { of: duration, sets: ['processed'] },
}

const mode: Shape = { kind: 'word', of: ['assert', 'check', 'skip'] }

export const topology: ObjectShape = {
  kind: 'object',
  keys: {
    exchange: { about: 'What is done about the exchange.', shape: mode, default: groupDefaults.topology.exchange },
    queue: { about: 'What is done about the queues.', shape: mode, default: groupDefaults.topology.queue },
  },
  short: { of: mode, sets: ['exchange', 'queue'] },
}

export const retry: ObjectShape = {
  kind: 'object',
  keys: {
    attempts: {
      about: 'Runs in all, the first included.',
      shape: { kind: 'integer', least: 1, most: 1_000 },
      default: groupDefaults.retry.attempts,
    },
    delays: {
      about: 'The pauses between them; the last one repeats.',
      shape: { kind: 'list', of: duration, least: 1 },
      default: groupDefaults.retry.delays,
    },
  },
}

export const batch: ObjectShape = {
  kind: 'object',
  keys: {
    size: {
      about: 'Messages in one transaction at most.',
      shape: { kind: 'integer', least: 1, most: 1_000, builtMost: 1 },
      default: groupDefaults.batch.size,
    },
    budget: {
      about: 'No further message is started in a transaction that is older.',
      shape: duration,
      default: groupDefaults.batch.budget,
    },
  },
}

export const order: VariantsShape = {
  kind: 'variants',
  of: {
    any: { keys: {} },
    strict: {
      keys: {
        onPark: {
          about: 'Whether the messages behind a parked one go on.',
          shape: { kind: 'word', of: ['continue', 'halt'] },
        },
      },
      unbuilt: true,
    },
  },
}

const amqpName: TextShape = { kind: 'text', longest: 255, expects: 'a name of up to 255 characters' }

export const bindTo: Shape = {
  kind: 'list',
  least: 0,
  of: {
    kind: 'object',
    keys: {
      exchange: {
        about: "The exchange. Default: the channel's.",
        shape: { ...amqpName, pattern: '\\S', expects: 'the name of an exchange' },
      },
      routingKey: { about: "The routing key or pattern. Default: the channel's address.", shape: amqpName },
      arguments: {
        about: 'For headers exchanges: the headers to match, and x-match.',
        shape: { kind: 'map', names: { ...amqpName, pattern: '\\S', expects: 'a header' }, of: { kind: 'scalar' } },
      },
    },
  },
}

export const publish: ObjectShape = {
  kind: 'object',
  keys: {
    confirmTimeout: {
      about: 'How long a publish waits for the confirm of the broker.',
      shape: duration,
      default: publishDefaults.confirmTimeout,
    },
    mandatory: {
      about: 'Whether a message that no queue takes is an error.',
      shape: { kind: 'flag' },
      default: publishDefaults.mandatory,
    },
    window: {
      about: 'Unconfirmed messages at most; more make publish wait.',
      shape: { kind: 'integer', least: 1, most: 65_535 },
      default: publishDefaults.window,
    },
  },
}
