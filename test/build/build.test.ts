import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import type { Document, Json, JsonObject } from '../../generator/model/document.js'
import { documentFromFile, documentFromYaml } from './document.js'

const head = 'asyncapi: 3.0.0\ninfo: { title: Orders, version: 1.0.0 }\n'

function channel(key: string, message: string, annotation: string): string {
  return `  ${key}:
    address: ${key}
    messages: { ${message}: { $ref: "#/components/messages/${message}" } }
    bindings: { amqp: { exchange: { name: orders } } }
    x-idempotency: ${annotation}
`
}

function message(key: string, more = ''): string {
  return `    ${key}: { ${more}payload: { type: object, required: [id], properties: { id: { type: string } } } }\n`
}

describe('names', () => {
  const before = build(
    documentFromYaml(
      `${head}channels:\n${channel('b', 'order-paid', '{ businessKey: [id], consumerGroup: mail-out }')}components:\n  messages:\n${message('order-paid')}`,
    ),
  ).contract
  const clashing = documentFromYaml(
    `${head}channels:\n${channel('a', 'OrderPaid', '{ businessKey: [id], consumerGroup: mailOut }')}${channel('b', 'order-paid', '{ businessKey: [id], consumerGroup: mail-out }')}components:\n  messages:\n${message('OrderPaid')}${message('order-paid')}`,
  )

  test('that the previous contract has stay, and newcomers give way', () => {
    const { contract } = build(clashing, {}, readContract(contractText(before)))
    expect(contract.messages.OrderPaid?.from).toBe('#/components/messages/order-paid')
    expect(contract.messages.OrderPaidOfA?.from).toBe('#/components/messages/OrderPaid')
    expect(contract.names['#/components/messages/order-paid/payload']).toBe('OrderPaid')
    expect(contract.names['#/components/messages/OrderPaid/payload']).toBe('OrderPaidOfA')
    expect([contract.groups.mailOut?.group, contract.groups.mailOutGroup?.group]).toEqual(['mail-out', 'mailOut'])
  })

  test('without a previous contract go by the place, whatever the order of the document', () => {
    const { contract } = build(clashing)
    expect(contract.messages.OrderPaid?.from).toBe('#/components/messages/OrderPaid')
    expect(contract.messages.OrderPaidOfB?.from).toBe('#/components/messages/order-paid')
  })

  test('of a message that becomes two stay with the one that it was', () => {
    const one = `${head}channels:\n${channel('eu', 'Paid', '{ businessKey: [id], consumerGroup: eu }')}`
    const two = `${channel('us', 'Paid', '{ businessKey: [id], eventType: PAID_US, consumerGroup: us }')}`
    const components = `components:\n  messages:\n${message('Paid')}`
    const previous = build(documentFromYaml(one + components)).contract
    const { contract } = build(documentFromYaml(one + two + components), {}, previous)
    expect(Object.keys(contract.messages)).toEqual(['Paid', 'PaidUs'])
    expect(contract.messages.Paid?.eventType).toBe('Paid')
  })
})

test('the order of a document does not change its contract', () => {
  const spec = documentFromFile('specs/orders.yaml')
  const reversed = documentWith(spec, reverse(spec.files.get('')?.value ?? null))
  // The order of members matters to readers of types; contract.json is sorted.
  expect(contractText(build(reversed).contract)).toBe(contractText(build(spec).contract))
})

test('prose is kept beside the contract, by the place it describes', () => {
  const { docs, contract } = build(documentFromFile('specs/orders.yaml'))
  expect(docs['#/components/messages/OrderPaid']).toEqual({
    title: 'Order paid',
    description: 'An order has been paid in full.',
    examples: [expect.objectContaining({ orderId: 'o-1001' })],
  })
  expect(docs['#/components/schemas/OrderPaid/properties/transactionId']?.description).toContain('payment provider')
  expect(JSON.stringify(contract)).not.toContain('payment provider')
})

test('replyTo of the AMQP binding is passed on', () => {
  const document = documentFromYaml(
    `${head}channels:\n${channel('a', 'Paid', '{ businessKey: [id] }')}operations:\n  send: { action: send, channel: { $ref: "#/channels/a" }, bindings: { amqp: { replyTo: answers } } }\ncomponents:\n  messages:\n${message('Paid')}`,
  )
  expect(build(document).contract.publishers.paid?.channels.a?.replyTo).toBe('answers')
})

test('references lead into other files, and places name them', () => {
  const files = new Map([
    [
      '',
      sourceFile({ ...object(documentFromYaml(`${head}channels:\n  paid: { $ref: "shared/channels.yaml#/paid" }\n`)) }),
    ],
    [
      'shared/channels.yaml',
      sourceFile({
        paid: {
          address: 'paid',
          messages: { Paid: { $ref: 'messages.yaml' } },
          'x-idempotency': { $ref: '../idempotency.yaml#/paid' },
        },
      }),
    ],
    ['shared/messages.yaml', sourceFile({ payload: { $ref: './schemas/order.json' } })],
    [
      'shared/schemas/order.json',
      sourceFile({
        required: ['id'],
        properties: { id: { $ref: '#/definitions/Id' } },
        definitions: { Id: { type: 'string' } },
      }),
    ],
    ['idempotency.yaml', sourceFile({ paid: { businessKey: ['id'], consumerGroup: 'mail' } })],
  ])
  const { contract, findings } = build({ files, folder: '/', locate: () => ({ line: 1, column: 1 }) })
  expect(findings.map(({ rule }) => rule)).toEqual(['exchange-assumed'])
  expect(contract.names).toEqual({
    'idempotency.yaml#/paid/consumerGroup': 'mail',
    'shared/messages.yaml#': 'Messages',
    'shared/schemas/order.json#': 'Order',
    'shared/schemas/order.json#/definitions/Id': 'Id',
  })
  expect(contract.messages.Messages?.payload).toBe('shared/schemas/order.json#')
  expect(contract.schemas['shared/schemas/order.json#']).toEqual({
    required: ['id'],
    properties: { id: { $ref: 'shared/schemas/order.json#/definitions/Id' } },
  })
})

function sourceFile(value: Json) {
  return { path: 'file', text: '', value }
}

function object(document: Document): JsonObject {
  const value = document.files.get('')?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object')
  return value as JsonObject
}

function documentWith(document: Document, value: Json): Document {
  return { ...document, files: new Map([['', sourceFile(value)]]) }
}

function reverse(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverse)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reverse(member)]),
  )
}
