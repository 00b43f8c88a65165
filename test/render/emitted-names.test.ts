import { describe, expect, test } from 'vitest'
import { emittedNames } from '../../generator/render/emitted-names.js'
import { contractWith, group, message, queue } from './contracts.js'
import { renderContract } from './render-contract.js'

function constants(...eventTypes: readonly string[]): readonly (string | undefined)[] {
  const messages = eventTypes.map((eventType, i) => [`Message${i}`, message('#/m', { eventType })] as const)
  const names = emittedNames(contractWith({ messages: Object.fromEntries(messages) })).eventTypes
  return eventTypes.map((eventType) => names.get(eventType))
}

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
    ['***', 'MESSAGE0'],
    ['class', 'CLASS'],
  ])('of %j is %s', (eventType, name) => expect(constants(eventType)).toEqual([name]))

  test('stays with the event type that is written like it, whatever comes first', () => {
    expect(constants('order.paid', 'ORDER_PAID')).toEqual(['MESSAGE0', 'ORDER_PAID'])
    expect(constants('order.paid', 'order-paid')).toEqual(['MESSAGE0', 'ORDER_PAID'])
  })
})

describe('names made from others give way', () => {
  test('to the types that the contract names', () => {
    const schemas = { '#/a': true, '#/b': true, '#/c': true }
    const names = { '#/a': 'OrderPaidMessage', '#/b': 'OrderPaidHeaders', '#/c': 'ORDER_PAID' }
    const messages = { OrderPaid: message('#/m', { eventType: 'ORDER_PAID' }) }
    const emitted = emittedNames(contractWith({ names, schemas, messages }))
    expect(emitted.messages.get('OrderPaid')).toEqual({
      message: 'OrderPaidMessage2',
      headers: 'OrderPaidHeaders2',
      keyFunction: 'orderPaidKey',
    })
    expect(emitted.eventTypes.get('ORDER_PAID')).toBe('ORDER_PAID2')
  })

  test('to what the runtime exports', () => {
    const errors = {
      business: ['UnroutableError', 'Error', 'Handler'],
      system: ['not-an-identifier', '4xx'],
      default: 'system',
    } as const
    const emitted = emittedNames(contractWith({ groups: { g: group('g', [queue('q', [])], { errors }) } }))
    expect(Object.fromEntries(emitted.errors)).toEqual({
      Error: 'ErrorError',
      Handler: 'HandlerError',
      UnroutableError: 'UnroutableErrorError',
      'not-an-identifier': 'NotAnIdentifier',
      '4xx': '_4xx',
    })
  })

  test('to each other', () => {
    const messages = { Order: message('#/m'), OrderMessage: message('#/n') }
    const emitted = emittedNames(contractWith({ messages }))
    const all = [...emitted.messages.values()].flatMap((names) => Object.values(names))
    expect(new Set(all).size).toBe(all.length)
  })

  test('and a contract with an impossible name is refused', async () => {
    await expect(renderContract(contractWith({ messages: { 'a b': message('#/m') } }))).rejects.toThrow(
      /"a b\w*" is not a name/,
    )
  })
})

test('a schema without a name that several refer to is named after its place', () => {
  const target = '#/components/messages/order-paid/payload/properties/line_item'
  const schemas = { [target]: true, '#/a': { allOf: [{ $ref: target }, { $ref: target }] } }
  expect(emittedNames(contractWith({ schemas })).types.get(target)).toBe('OrderPaidLineItem')
})
