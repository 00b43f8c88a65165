import { didYouMean } from '../model/did-you-mean.js'

const messageKeys =
  'headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits x-idempotency'

/** The keys of the objects that people write by hand, those of AsyncAPI 2 and 3 together, by the pointer of the object. */
const knownKeys: readonly { readonly at: RegExp; readonly keys: string }[] = [
  {
    at: /^$/,
    keys: 'asyncapi id info servers defaultContentType channels operations components tags externalDocs x-idempotency',
  },
  { at: /^\/info$/, keys: 'title version description termsOfService contact license tags externalDocs' },
  {
    at: /^(?:\/components)?\/servers\/[^/]+$/,
    keys: 'host url protocol protocolVersion pathname description title summary variables security tags externalDocs bindings',
  },
  {
    at: /^(?:\/components)?\/channels\/[^/]+$/,
    keys: 'address messages publish subscribe title summary description servers parameters tags externalDocs bindings x-idempotency',
  },
  {
    at: /\/parameters\/[^/]+$/,
    keys: 'enum default description examples location schema',
  },
  {
    at: /^(?:\/components)?\/operations\/[^/]+$/,
    keys: 'action channel title summary description security tags externalDocs bindings traits messages reply x-idempotency',
  },
  {
    at: /\/channels\/[^/]+\/(?:publish|subscribe)$/,
    keys: 'operationId message summary description security tags externalDocs bindings traits x-idempotency',
  },
  {
    at: /\/(?:publish|subscribe)\/message(?:\/oneOf\/\d+)?$/,
    keys: `${messageKeys} messageId schemaFormat`,
  },
  {
    at: /^\/components(?:\/channels\/[^/]+)?\/messages\/[^/]+$|^\/channels\/[^/]+\/messages\/[^/]+$/,
    keys: `${messageKeys} messageId schemaFormat`,
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
  const keys = knownKeys.find(({ at }) => at.test(pointer))?.keys.split(' ') ?? []
  // One that is not known in this version of AsyncAPI, but in another.
  const known = keys.filter((name) => name !== key)
  return didYouMean(key, known) ?? known.find((name) => name === `x-${key}`)
}
