import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import type { Contract } from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'
import { emittedNames } from '../../generator/render/emitted-names.js'
import { documentOf } from './document.js'

interface Spec {
  /** By the message's key in components: its event type. */
  readonly messages: Readonly<Record<string, string>>
  readonly schemas?: readonly string[]
  readonly group?: string
  readonly errors?: readonly string[]
}

function contractOf({ messages, schemas = [], group = 'audit', errors = [] }: Spec, previous?: Contract): Contract {
  const payload = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      ...Object.fromEntries(schemas.map((key) => [`a${key}`, reference('schemas', key)])),
    },
  }
  const headers = { type: 'object', properties: { tenant: { type: 'string' } } }
  const channels = Object.keys(messages).map((key): readonly [string, Json] => [
    `to${key}`,
    {
      address: key,
      messages: { [key]: reference('messages', key) },
      'x-idempotency': { businessKey: ['id'], consumers: { [group]: {} }, errorClasses: { business: errors } },
    },
  ])
  const components = {
    messages: Object.fromEntries(Object.entries(messages).map(([key, name]) => [key, { name, payload, headers }])),
    schemas: Object.fromEntries(
      schemas.map((key) => [key, { type: 'object', properties: { [key]: { type: 'string' } } }]),
    ),
  }
  return build(documentOf({ asyncapi: '3.0.0', channels: Object.fromEntries(channels), components }), {}, previous)
    .contract
}

function reference(kind: string, key: string): Json {
  return { $ref: `#/components/${kind}/${key}` }
}

const order: Spec = { messages: { Order: 'ORDER' } }
const clashing: Spec = { ...order, schemas: ['OrderMessage', 'OrderHeaders', 'ORDER'], errors: ['AuditHandlers'] }

describe('a name that is made of another', () => {
  test('gives way to a component of that name, and the contract says so', () => {
    const contract = contractOf(clashing)
    expect(contract.derivedNames).toEqual({
      eventTypes: { ORDER: 'ORDER2' },
      handlers: { audit: 'AuditGroupHandlers' },
      headers: { Order: 'OrderHeadersOfToOrder' },
      messages: { Order: 'OrderMessageOfToOrder' },
    })
    // The headers are written out in the message, so their type is named by its place.
    expect(contract.names['#/components/messages/Order/headers']).toBe('OrderHeadersOfToOrder')
  })

  test('stays once it was given, and the component gives way', () => {
    const contract = contractOf(clashing, contractOf(order))
    expect(contract.derivedNames).toEqual({ errors: { AuditHandlers: 'AuditHandlersError' } })
    expect(contract.names).toMatchObject({
      '#/components/schemas/ORDER': 'ORDERSchema',
      '#/components/schemas/OrderMessage': 'OrderMessageSchema',
      '#/components/schemas/OrderHeaders': 'OrderHeadersSchema',
    })
  })

  test('is left out of the contract where it is the usual one', () => {
    expect(contractOf(order)).not.toHaveProperty('derivedNames')
  })

  test('gives way to what the runtime exports and to what the files use', () => {
    const names = emittedNames(contractOf({ messages: { Publishers: 'X' }, group: 'group', errors: ['Map', 'then'] }))
    expect(names.groups.get('group')).toEqual({ handlers: 'GroupHandlers', start: 'startGroupGroup' })
    expect(Object.fromEntries(names.errors)).toEqual({ Map: 'MapError', then: 'thenError' })
    expect(names.types.get('#/components/messages/Publishers/payload')).toBe('PublishersPayload')
  })
})

describe('the constant of an event type', () => {
  const constants = (spec: Spec, previous?: Contract) =>
    Object.fromEntries(emittedNames(contractOf(spec, previous)).eventTypes)

  test('is written like the event type where one is, and like the message where nothing is left of it', () => {
    expect(constants({ messages: { PaidOne: 'order.paid', PaidTwo: 'ORDER_PAID', Starred: '***' } })).toEqual({
      'order.paid': 'PAID_ONE',
      ORDER_PAID: 'ORDER_PAID',
      '***': 'STARRED',
    })
  })

  test('stays when one comes that is written like it', () => {
    const before = contractOf({ messages: { PaidOne: 'order.paid' } })
    expect(constants({ messages: { AnotherPaid: 'ORDER_PAID', PaidOne: 'order.paid' } }, before)).toEqual({
      'order.paid': 'ORDER_PAID',
      ORDER_PAID: 'ANOTHER_PAID',
    })
  })
})
