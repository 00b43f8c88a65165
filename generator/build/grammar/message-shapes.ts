import type { Shape, TextShape } from './shape.js'

/** One field: the expression that names it. */
export const fields: TextShape = {
  kind: 'text',
  longest: 500,
  // A name that starts with a dollar sign is written as a runtime expression, so that no later expression can clash.
  pattern: '^(\\$message\\.(payload|header)#(/[^/]+)+|\\$parameter\\.[A-Za-z0-9_-]+|[^$.\\s][^.]*(\\.[^.]+)*)$',
  expects: 'a field such as order.id, $message.payload#/order/id, $message.header#/tenantId or $parameter.depotId',
}

export const eventType: TextShape = {
  kind: 'text',
  longest: 200,
  pattern: '\\S',
  expects: 'a text of up to 200 characters',
}

export const groupName: TextShape = {
  kind: 'text',
  longest: 200,
  pattern: '^[^\\u0000-\\u0020\\u007f]([^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f])?$',
  expects: 'the name of a group, in up to 200 characters',
}

export const queueName: TextShape = {
  kind: 'text',
  longest: 230,
  pattern: '^(?!amq\\.)[^\\u0000-\\u001f\\u007f]+$',
  expects: 'the name of a queue, in up to 230 characters and not starting with amq.',
}

export const previousKeys: Shape = {
  kind: 'list',
  least: 0,
  of: {
    kind: 'object',
    required: ['keyVersion', 'businessKey'],
    keys: {
      keyVersion: { about: 'The version it had.', shape: { kind: 'integer', least: 1, most: 1_000_000 } },
      businessKey: { about: 'The fields it had.', shape: { kind: 'list', of: fields, least: 1 } },
      eventType: { about: 'The event type it had, where that was another.', shape: eventType },
    },
  },
}
