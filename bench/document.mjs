/**
 * A document as a shop would have it, of any size: each channel has a message of its own, made of a few schemas that
 * all share; half of the channels are sent to, the other half received from by a group of its own.
 *
 * @param {{ readonly version: '2.6.0' | '3.0.0', readonly channels: number }} size
 * @returns {Record<string, unknown>}
 */
export function makeDocument({ version, channels }) {
  const numbers = Array.from({ length: channels }, (_, i) => String(i + 1).padStart(5, '0'))
  const components = {
    messages: Object.fromEntries(numbers.map((number) => [`Parcel${number}Moved`, messageOf(number, version)])),
    schemas: {
      ...sharedSchemas,
      ...Object.fromEntries(numbers.map((number) => [`Parcel${number}`, payloadOf(number)])),
    },
  }
  const info = { title: `Parcels on ${channels} channels`, version: '1.0.0', description: 'made for measuring' }
  const common = { asyncapi: version, info, defaultContentType: 'application/json' }
  return version === '3.0.0'
    ? { ...common, servers: { broker: { host: 'localhost:5672', protocol: 'amqp' } }, ...parts3(numbers), components }
    : { ...common, servers: { broker: { url: 'localhost:5672', protocol: 'amqp' } }, ...parts2(numbers), components }
}

/** @param {readonly string[]} numbers */
function parts3(numbers) {
  const channels = numbers.map((number) => {
    const messages = { moved: { $ref: `#/components/messages/Parcel${number}Moved` } }
    return [`parcel${number}`, { address: `parcel.${number}.moved`, messages, ...channelOf(number, '0.3.0') }]
  })
  const operations = numbers.map((number) => {
    const channel = `#/channels/parcel${number}`
    const messages = [{ $ref: `${channel}/messages/moved` }]
    const action = isSent(number) ? 'send' : 'receive'
    return [`${action}Parcel${number}`, { action, channel: { $ref: channel }, messages, ...bindingOf(number, '0.3.0') }]
  })
  return { channels: Object.fromEntries(channels), operations: Object.fromEntries(operations) }
}

/** @param {readonly string[]} numbers */
function parts2(numbers) {
  const channels = numbers.map((number) => {
    const operation = {
      operationId: `parcel${number}`,
      message: { $ref: `#/components/messages/Parcel${number}Moved` },
      ...bindingOf(number, '0.2.0'),
    }
    const kind = isSent(number) ? 'subscribe' : 'publish'
    return [`parcel.${number}.moved`, { [kind]: operation, ...channelOf(number, '0.2.0') }]
  })
  return { channels: Object.fromEntries(channels) }
}

/** @param {string} number */
function isSent(number) {
  return Number(number) % 2 === 0
}

/** @param {string} number @param {string} bindingVersion */
function channelOf(number, bindingVersion) {
  const exchange = { name: `parcels.${Number(number) % 16}`, type: 'topic', durable: true }
  const group = isSent(number) ? {} : { consumerGroup: `depot-${number}`, errorClasses: { business: ['WrongDepot'] } }
  return {
    bindings: { amqp: { is: 'routingKey', exchange, bindingVersion } },
    'x-idempotency': { businessKey: ['parcelId', 'step'], ...group },
  }
}

/** @param {string} number @param {string} bindingVersion */
function bindingOf(number, bindingVersion) {
  const amqp = isSent(number) ? { deliveryMode: 2, mandatory: true, cc: ['audit'] } : { ack: true }
  return { bindings: { amqp: { ...amqp, bindingVersion } } }
}

/** @param {string} number @param {string} version */
function messageOf(number, version) {
  return {
    name: `Parcel${number}Moved`,
    ...(version === '3.0.0' ? {} : { messageId: `parcel${number}Moved` }),
    summary: `A parcel of kind ${number} was moved`,
    bindings: {
      amqp: { messageType: `parcel.${number}`, bindingVersion: version === '3.0.0' ? '0.3.0' : '0.2.0' },
    },
    headers: { $ref: '#/components/schemas/Tracing' },
    payload: { $ref: `#/components/schemas/Parcel${number}` },
  }
}

/** @param {string} number */
function payloadOf(number) {
  const place = { $ref: '#/components/schemas/Place' }
  return {
    type: 'object',
    description: `What is known of a parcel of kind ${number}`,
    required: ['parcelId', 'step', 'from', 'to'],
    additionalProperties: false,
    properties: {
      parcelId: { type: 'string', format: 'uuid', description: 'given at the counter' },
      step: { type: 'integer', minimum: 0 },
      state: { type: 'string', enum: ['sorted', 'loaded', 'handed over', 'returned'] },
      movedAt: { type: 'string', format: 'date-time' },
      from: place,
      to: place,
      owner: { $ref: '#/components/schemas/Person' },
      contents: { type: 'array', items: { $ref: '#/components/schemas/Item' }, maxItems: 50 },
      size: {
        type: 'object',
        properties: { width: { type: 'number' }, height: { type: 'number' }, depth: { type: 'number' } },
      },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      remark: { type: ['string', 'null'], maxLength: 500 },
    },
  }
}

const sharedSchemas = {
  Tracing: { type: 'object', properties: { traceId: { type: 'string' }, spanId: { type: 'string' } } },
  Country: { type: 'string', pattern: '^[A-Z]{2}$' },
  Place: {
    type: 'object',
    required: ['street', 'town', 'country'],
    properties: {
      street: { type: 'string', maxLength: 100 },
      town: { type: 'string' },
      code: { type: 'string' },
      country: { $ref: '#/components/schemas/Country' },
    },
  },
  Person: {
    type: 'object',
    required: ['personId'],
    properties: {
      personId: { type: 'string' },
      email: { type: 'string', format: 'email' },
      home: { $ref: '#/components/schemas/Place' },
    },
  },
  Item: {
    type: 'object',
    required: ['article', 'count'],
    properties: {
      article: { type: 'string' },
      count: { type: 'integer', minimum: 1 },
      origin: { $ref: '#/components/schemas/Country' },
    },
  },
}
