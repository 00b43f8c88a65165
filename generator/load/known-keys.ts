import { didYouMean } from '../model/did-you-mean.js'

/** The keys of AsyncAPI 3 objects that people write by hand, by the pointer of the object. */
const knownKeys: readonly { readonly at: RegExp; readonly keys: string }[] = [
  { at: /^$/, keys: 'asyncapi id info servers defaultContentType channels operations components x-idempotency' },
  { at: /^\/info$/, keys: 'title version description termsOfService contact license tags externalDocs' },
  {
    at: /^(?:\/components)?\/servers\/[^/]+$/,
    keys: 'host protocol protocolVersion pathname description title summary variables security tags externalDocs bindings',
  },
  {
    at: /^(?:\/components)?\/channels\/[^/]+$/,
    keys: 'address messages title summary description servers parameters tags externalDocs bindings x-idempotency',
  },
  {
    at: /\/parameters\/[^/]+$/,
    keys: 'enum default description examples location',
  },
  {
    at: /^(?:\/components)?\/operations\/[^/]+$/,
    keys: 'action channel title summary description security tags externalDocs bindings traits messages reply x-idempotency',
  },
  {
    at: /^\/components(?:\/channels\/[^/]+)?\/messages\/[^/]+$|^\/channels\/[^/]+\/messages\/[^/]+$/,
    keys: 'headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits x-idempotency',
  },
  {
    at: /^\/components$/,
    keys: 'schemas servers channels operations messages securitySchemes serverVariables parameters correlationIds replies replyAddresses externalDocs tags operationTraits messageTraits serverBindings channelBindings operationBindings messageBindings',
  },
  {
    at: /\/channels\/[^/]+\/bindings\/amqp$|^\/components\/channelBindings\/[^/]+\/amqp$/,
    keys: 'is exchange queue bindingVersion',
  },
  {
    at: /\/operations\/[^/]+\/bindings\/amqp$|^\/components\/operationBindings\/[^/]+\/amqp$/,
    keys: 'expiration userId cc priority deliveryMode mandatory bcc timestamp ack bindingVersion',
  },
  {
    at: /\/messages\/[^/]+\/bindings\/amqp$|^\/components\/messageBindings\/[^/]+\/amqp$/,
    keys: 'contentEncoding messageType bindingVersion',
  },
]

/** The key that was most likely meant by one that AsyncAPI does not know in the object at `pointer`. */
export function meantKey(pointer: string, key: string): string | undefined {
  const known = knownKeys.find(({ at }) => at.test(pointer))?.keys.split(' ') ?? []
  return didYouMean(key, known) ?? known.find((name) => name === `x-${key}`)
}
