import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { joinPointer } from '../../generator/model/pointer.js'

const message: JsonObject = { payload: {}, 'x-idempotency': { businessKey: ['id'] } }
const messageTrait: JsonObject = { 'x-idempotency': { eventType: 'PAID' } }
const operationTrait: JsonObject = { 'x-idempotency': { handlerTimeout: '5s' } }
const group: JsonObject = { queue: 'mail' }
const root: JsonObject = { defaults: { retention: '14d' }, limits: { shutdownGrace: '30s' } }
const channel: JsonObject = {
  businessKey: ['id'],
  messages: { Paid: { eventType: 'PAID' } },
  consumers: { mail: group },
}
const operation: JsonObject = { consumerGroup: 'mail' }
const traits = { messageTraits: { Sent: messageTrait }, operationTraits: { Slow: operationTrait } }
const info = { title: 'Orders', version: '1.0.0' }

/** A document of a version with an annotation wherever one may stand, and the pointers of all that have keys of their own. */
export function annotatedPlaces(version: string): {
  readonly document: JsonObject
  readonly places: readonly string[]
} {
  const document = version.startsWith('2') ? document2(version) : document3(version)
  return { document, places: placesIn(document, '') }
}

function document2(version: string): JsonObject {
  const whole = { message: { oneOf: [message, { ...message, traits: [messageTrait] }] }, traits: [operationTrait] }
  const item = { publish: named(whole), subscribe: { message }, 'x-idempotency': channel }
  // Channels under components are in AsyncAPI since 2.3.
  const components = { messages: { Paid: message }, ...traits, ...(version >= '2.3' && { channels: { paid: item } }) }
  return { asyncapi: version, info, 'x-idempotency': root, channels: { paid: item }, components }
}

function document3(version: string): JsonObject {
  const item = {
    address: 'paid',
    messages: { Paid: { ...message, traits: [messageTrait] } },
    'x-idempotency': channel,
  }
  const receive = named({ action: 'receive', channel: { $ref: '#/channels/paid' }, traits: [operationTrait] })
  return {
    asyncapi: version,
    info,
    'x-idempotency': root,
    channels: { paid: item },
    operations: { onPaid: receive },
    components: { channels: { paid: item }, operations: { onPaid: receive }, messages: { Paid: message }, ...traits },
  }
}

function named(settings: JsonObject): JsonObject {
  return { ...settings, 'x-idempotency': operation }
}

/** Every annotation, and the parts of it whose keys are the grammar's. */
function placesIn(value: Json, pointer: string): readonly string[] {
  if (isList(value)) return value.flatMap((item, i) => placesIn(item, joinPointer(pointer, i)))
  if (!isObject(value)) return []
  return Object.entries<Json>(value).flatMap(([name, member]) => {
    const at = joinPointer(pointer, name)
    return name === 'x-idempotency' ? partsOf(member, at) : placesIn(member, at)
  })
}

function partsOf(annotation: Json, pointer: string): readonly string[] {
  const inner = ['defaults', 'limits', 'consumers/mail', 'messages/Paid'].filter((path) => {
    const [first = '', second] = path.split('/')
    const part = isObject(annotation) ? annotation[first] : undefined
    return second === undefined ? part !== undefined : isObject(part) && part[second] !== undefined
  })
  return [pointer, ...inner.map((path) => `${pointer}/${path}`)]
}
