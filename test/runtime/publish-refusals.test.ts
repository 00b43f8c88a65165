import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPublishFixture, options, order, type PublishFixture } from './publish-fixture.js'

let fixture: PublishFixture

beforeEach(async () => {
  fixture = await openPublishFixture()
})

afterEach(async () => {
  await fixture.close()
})

test('a payload that does not fit its schema is not sent', async () => {
  const publisher = await fixture.openPublisher()
  await fixture.expectRefusal(
    publisher.publish({ orderId: '' }),
    'payload-invalid',
    /ORDER_PAID .*\/orderId must NOT have fewer/,
  )
})

test('what is validated is what is sent: the JSON form, not the object', async () => {
  const publisher = await fixture.openPublisher()
  await fixture.expectRefusal(
    publisher.publish({ ...order, amount: Number.NaN }),
    'payload-invalid',
    '/amount must be integer',
  )
  const turning = { orderId: 'o-18', paidAt: 'never', toJSON: () => ({ orderId: 17 }) }
  await fixture.expectRefusal(publisher.publish(turning), 'payload-invalid', '/orderId must be string')
  const paidAt = new Date(0)
  await publisher.publish({ ...order, amount: undefined, paidAt })
  expect(JSON.parse((await fixture.received()).content.toString())).toEqual({
    orderId: 'o-17',
    paidAt: paidAt.toISOString(),
  })
})

test('a payload without a JSON form is refused with the place', async () => {
  const publisher = await fixture.openPublisher()
  const circular: { self?: object } = {}
  circular.self = circular
  await fixture.expectRefusal(
    publisher.publish({ order: { amounts: [1, 2n] } }),
    'not-json',
    '/order/amounts/1 is a BigInt',
  )
  await fixture.expectRefusal(
    publisher.publish(circular),
    'not-json',
    /payload has no JSON form: Converting circular.*$/,
  )
  await fixture.expectRefusal(publisher.publish(undefined), 'not-json', 'the payload is undefined')
})

test('a message whose key cannot be made is not sent', async () => {
  const publisher = await fixture.openPublisher({
    message: { key: [{ in: 'payload', path: ['tenant'], type: 'string' }] },
  })
  await fixture.expectRefusal(publisher.publish(order), 'key-field-missing', /tenant/)
})

test('headers that the spec declares are checked and sent, ours beside them', async () => {
  const publisher = await fixture.openPublisher({
    message: { headers: '#/definitions/OwnHeaders', key: [{ in: 'header', path: ['tenantId'], type: 'string' }] },
  })
  await fixture.expectRefusal(
    publisher.publish(order, options({ headers: { tenantId: 7 } })),
    'headers-invalid',
    '/tenantId must be string',
  )
  const unknown = options({ headers: { tenantId: 't-1', other: 'x' } })
  await fixture.expectRefusal(publisher.publish(order, unknown), 'headers-invalid', /must not have the member other/)
  await publisher.publish(order, options({ headers: { tenantId: 't-1' } }))
  expect((await fixture.received()).properties.headers).toMatchObject({
    tenantId: 't-1',
    businessKey: 'ORDER_PAID:t-1',
  })
})

test('a schema that declares headers of ours sees them, the message id included', async () => {
  const publisher = await fixture.openPublisher({ message: { headers: '#/definitions/AllHeaders' } })
  const { messageId } = await publisher.publish(order, options({ headers: { tenantId: 't-1' } }))
  expect((await fixture.received()).properties.headers).toMatchObject({ messageId, keyVersion: 2, tenantId: 't-1' })
  await fixture.expectRefusal(
    publisher.publish(order, { messageId: 'no-uuid' }),
    'headers-invalid',
    '/messageId must match format',
  )
  const clash = options({ headers: { messageId: 'other' } })
  await fixture.expectRefusal(publisher.publish(order, clash), 'header-reserved', 'set by the option messageId')
})

test.each(['idemgen-replay', 'CC', 'BCC'])(
  'the header %s, which would change what becomes of the message, is refused',
  async (name) => {
    const publisher = await fixture.openPublisher()
    await fixture.expectRefusal(
      publisher.publish(order, options({ headers: { [name]: 'x' } })),
      'header-reserved',
      name,
    )
  },
)

test('a business key of the caller is refused unless it is the same', async () => {
  const publisher = await fixture.openPublisher()
  const foreign = options({ headers: { businessKey: 'mine' } })
  await fixture.expectRefusal(publisher.publish(order, foreign), 'header-reserved', 'set by idemgen to another value')
  await publisher.publish(order, options({ headers: { businessKey: 'ORDER_PAID:o-17' } }))
})

test.each([
  { parameters: {}, code: 'parameter-missing', says: /"depotId" .* missing/ },
  { parameters: { depotId: '' }, code: 'parameter-empty', says: /"depotId" .* empty/ },
  { parameters: { depotId: 'a.b' }, code: 'parameter-not-a-word', says: /"depotId" .* holds "\."/ },
  { parameters: { depotId: '*' }, code: 'parameter-not-a-word', says: /holds "\*"/ },
  { parameters: { depotId: '#' }, code: 'parameter-not-a-word', says: /holds "#"/ },
  { parameters: { depotId: 'ä'.repeat(128) }, code: 'routing-key-too-long', says: /takes 262 bytes/ },
])('the parameters $parameters are refused: $code', async ({ parameters, code, says }) => {
  const publisher = await fixture.openPublisher({ channel: { routingKey: 'stock.{depotId}', parameters: ['depotId'] } })
  await fixture.expectRefusal(publisher.publish(order, options({ parameters })), code, says)
})
