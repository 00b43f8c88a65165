import { describe, expect, test } from 'vitest'
import { derivedName, usualName } from '../../generator/model/derived-names.js'

describe('the constant of an event type', () => {
  test.each([
    ['ORDER_PAID', 'ORDER_PAID'],
    ['OrderPaid', 'ORDER_PAID'],
    ['orderPaid', 'ORDER_PAID'],
    ['order.paid', 'ORDER_PAID'],
    ['order-paid/v2', 'ORDER_PAID_V2'],
    ['urn:shop:OrderPaid', 'URN_SHOP_ORDER_PAID'],
    ['2fa.sent', 'EVENT_2FA_SENT'],
    ['支付', '支付'],
    ['***', undefined],
    ['class', 'CLASS'],
  ])('of %j is %s', (of, name) => expect(usualName({ kind: 'eventTypes', of })).toBe(name))
})

test.each([
  ['messages', 'OrderPaid', 'OrderPaidMessage'],
  ['headers', 'OrderPaid', 'OrderPaidHeaders'],
  ['keys', 'OrderPaid', 'orderPaidKey'],
  ['handlers', 'marketingCoupon', 'MarketingCouponHandlers'],
  ['starts', 'marketingCoupon', 'startMarketingCoupon'],
  ['errors', 'CouponExhausted', 'CouponExhausted'],
  ['errors', 'not-an-identifier', 'NotAnIdentifier'],
  ['errors', '4xx', '_4xx'],
] as const)('the usual name among %s of %s is %s', (kind, of, name) => expect(usualName({ kind, of })).toBe(name))

test('a name that the contract says counts, and nothing that every object has', () => {
  const names = { keys: { Order: 'orderKeyOfOrders' } }
  expect(derivedName(names, { kind: 'keys', of: 'Order' })).toBe('orderKeyOfOrders')
  expect(derivedName(names, { kind: 'keys', of: 'constructor' })).toBe('constructorKey')
  expect(derivedName(names, { kind: 'messages', of: 'Order' })).toBe('OrderMessage')
})
