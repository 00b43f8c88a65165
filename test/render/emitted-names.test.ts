import { describe, expect, test } from 'vitest'
import { emittedNames } from '../../generator/render/emitted-names.js'
import { contractWith, group, message, queue } from './contracts.js'
import { renderContract } from './render-contract.js'

describe('names that the contract leaves out', () => {
  test('are the usual ones, and those that it says are as it says', () => {
    const messages = { OrderPaid: message('#/m', { eventType: 'order.paid' }), Other: message('#/n') }
    const groups = {
      audit: group('audit', [queue('q', [])], { errors: { business: ['Gone'], system: [], default: 'system' } }),
    }
    const derivedNames = { messages: { Other: 'OtherMessageOfB' }, errors: { Gone: 'GoneError' } }
    const names = emittedNames(contractWith({ messages, groups, derivedNames }))
    expect(names.messages.get('OrderPaid')).toMatchObject({ message: 'OrderPaidMessage', keyFunction: 'orderPaidKey' })
    expect(names.messages.get('Other')?.message).toBe('OtherMessageOfB')
    expect(names.eventTypes.get('order.paid')).toBe('ORDER_PAID')
    expect(names.groups.get('audit')).toEqual({ handlers: 'AuditHandlers', start: 'startAudit' })
    expect(names.errors.get('Gone')).toBe('GoneError')
  })

  test('name nothing twice, even where the contract was not made by the build', () => {
    const messages = { Order: message('#/m', { headers: '#/h' }), OrderMessage: message('#/n', { eventType: 'ORDER' }) }
    const { types, ...names } = emittedNames(
      contractWith({ messages, names: { '#/h': 'OrderMessage' }, schemas: { '#/h': true, '#/m': true } }),
    )
    const all = [
      ...types.values(),
      ...names.eventTypes.values(),
      ...[...names.messages.values()].flatMap(Object.values),
    ]
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([])
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
