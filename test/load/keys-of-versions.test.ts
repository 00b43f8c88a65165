import { expect, test } from 'vitest'
import { otherVersionHint } from '../../generator/load/keys-of-versions.js'
import { meantKey } from '../../generator/load/known-keys.js'
import { validate } from '../../generator/load/validate.js'
import { loadTexts } from './load-texts.js'

test.each([
  ['', 'operations', /^AsyncAPI 2 has operations in their channel/],
  ['/channels/orderPaid', 'subscribe', /what was subscribed to is action: send$/],
  ['/components/channels/orderPaid', 'address', /^in AsyncAPI 2 the key of a channel is its address$/],
  ['/components/messages/OrderPaid', 'schemaFormat', /payload: \{ schemaFormat: …, schema: … \}$/],
  ['/servers/local', 'url', /^AsyncAPI 3 has host/],
  ['/channels/orders/parameters/region', 'enum', /^AsyncAPI 2 has it in the schema/],
])('in %j the key "%s" belongs to the other version', (pointer, key, hint) => {
  expect(otherVersionHint(pointer, key)).toMatch(hint)
})

test('the finding says so', async () => {
  const text = 'asyncapi: 3.0.0\ninfo: { title: Orders, version: 1.0.0 }\nchannels: {}\ntags: []\n'
  const { document } = await loadTexts({ 'spec.yaml': text })
  const findings = document === undefined ? [] : await validate(document, { form: 'official' })
  expect(findings.map(({ message, hint }) => [message, hint])).toContainEqual([
    '"tags" is not known here',
    'AsyncAPI 3 has it under info',
  ])
})

test('a key that no version knows is none of them', () => {
  expect(otherVersionHint('/channels/orderPaid', 'publishes')).toBeUndefined()
  expect(otherVersionHint('/components/schemas/Order', 'address')).toBeUndefined()
})

test.each([
  ['/channels/order.paid/publish', 'operationID', 'operationId'],
  ['/channels/order.paid/publish/message', 'messageID', 'messageId'],
  ['/channels/order.paid/subscribe/message/oneOf/0', 'paylod', 'payload'],
  ['/channels/order.paid', 'publihs', 'publish'],
])('in %j "%s" was meant to be "%s"', (pointer, key, meant) => {
  expect(meantKey(pointer, key)).toBe(meant)
})

test('a key is never taken for itself', () => {
  expect(meantKey('/channels/orderPaid', 'publish')).not.toBe('publish')
})
