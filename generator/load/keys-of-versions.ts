/** Keys that stand elsewhere in the other version of AsyncAPI, by the pointer of the object that they were written in. */
const moved: readonly { readonly at: RegExp; readonly key: RegExp; readonly hint: string }[] = [
  { at: /^$/, key: /^(?:tags|externalDocs)$/, hint: 'AsyncAPI 3 has it under info' },
  {
    at: /^$/,
    key: /^operations$/,
    hint: 'AsyncAPI 2 has operations in their channel, as publish (received by the application) and subscribe (sent)',
  },
  {
    at: /^(?:\/components)?\/channels\/[^/]+$/,
    key: /^(?:publish|subscribe)$/,
    hint: 'AsyncAPI 3 has it under operations: what was published is action: receive, what was subscribed to is action: send',
  },
  {
    at: /^(?:\/components)?\/channels\/[^/]+$/,
    key: /^messages$/,
    hint: 'AsyncAPI 2 has messages in the operations of the channel: publish: { message: { oneOf: […] } }',
  },
  {
    at: /^(?:\/components)?\/channels\/[^/]+$/,
    key: /^address$/,
    hint: 'in AsyncAPI 2 the key of a channel is its address',
  },
  { at: /\/operations\/[^/]+$/, key: /^operationId$/, hint: 'in AsyncAPI 3 it is the key under operations' },
  { at: /\/messages\/[^/]+$/, key: /^messageId$/, hint: 'in AsyncAPI 3 it is the key under messages' },
  {
    at: /\/messages\/[^/]+$/,
    key: /^schemaFormat$/,
    hint: 'AsyncAPI 3 has it in the payload: payload: { schemaFormat: …, schema: … }',
  },
  { at: /\/servers\/[^/]+$/, key: /^url$/, hint: 'AsyncAPI 3 has host and pathname instead' },
  { at: /\/servers\/[^/]+$/, key: /^(?:host|pathname)$/, hint: 'AsyncAPI 2 has url instead' },
  {
    at: /\/parameters\/[^/]+$/,
    key: /^schema$/,
    hint: 'AsyncAPI 3 has enum, default and examples in the parameter itself',
  },
  {
    at: /\/parameters\/[^/]+$/,
    key: /^(?:enum|default|examples)$/,
    hint: 'AsyncAPI 2 has it in the schema of the parameter',
  },
]

/** Where the other version of AsyncAPI has a key that this document's version does not know. */
export function otherVersionHint(pointer: string, key: string): string | undefined {
  return moved.find((each) => each.at.test(pointer) && each.key.test(key))?.hint
}
