import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { compileSchemas } from '../../generator/build/compile-schemas.js'
import { validate } from '../../generator/load/validate.js'
import type { Contract } from '../../generator/model/contract.js'
import { isError } from '../../generator/model/finding.js'
import { lineOf, loadTexts } from './load-texts.js'

type Texts = Readonly<Record<string, string>>

/** What is generated from a document, without where it stands; none of it may have a fault. */
async function meaningOf(texts: Texts): Promise<unknown> {
  const { document, findings } = await loadTexts(texts)
  if (document === undefined) throw new Error(JSON.stringify(findings))
  const { contract, findings: built } = build(document)
  const all = [
    ...findings,
    ...(await validate(document, { form: 'official' })),
    ...(await validate(document, { form: 'fast' })),
    ...built,
    ...(await compileSchemas(contract)),
  ]
  expect(all.filter(isError).map((finding) => lineOf(finding, document))).toEqual([])
  return withoutPlaces(contract)
}

function withoutPlaces({ messages, publishers, groups, exchanges, schemas }: Contract): unknown {
  const isPlace = (key: string) => ['from', 'payload', 'headers', '$ref'].includes(key)
  const shown = JSON.stringify({ messages, publishers, groups, exchanges }, (key, value) =>
    isPlace(key) ? 'place' : value,
  )
  return {
    contract: JSON.parse(shown),
    schemas: Object.values(schemas).filter((schema) => !isReference(schema)).length,
  }
}

function isReference(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && '$ref' in schema
}

const payload = '{"type": "object", "required": ["orderId"], "properties": {"orderId": {"type": "string"}}}'
const headers = '{"type": "object", "required": ["tenant"], "properties": {"tenant": {"type": "string"}}}'

describe('a document in one file means the same as', () => {
  const info = 'info: {title: t, version: "1"}'
  const annotation = '{eventType: ORDER_PAID, businessKey: [orderId], consumerGroup: mailing}'
  const exchange = '{is: routingKey, exchange: {name: orders, type: topic}}'

  test('one of AsyncAPI 3 whose every part is in another file', async () => {
    const whole = `asyncapi: 3.0.0
${info}
channels:
  paid:
    address: order.{region}.paid
    parameters: {region: {description: Where}}
    messages: {OrderPaid: {$ref: "#/components/messages/OrderPaid"}}
    bindings: {amqp: ${exchange}}
    x-idempotency: ${annotation}
operations:
  send: {action: send, channel: {$ref: "#/channels/paid"}, bindings: {amqp: {priority: 3}}}
  receive: {action: receive, channel: {$ref: "#/channels/paid"}, messages: [{$ref: "#/channels/paid/messages/OrderPaid"}]}
components:
  messages: {OrderPaid: {contentType: application/json, payload: ${payload}, headers: ${headers}, bindings: {amqp: {messageType: paid}}}}
`
    const split: Texts = {
      'specs/spec.yaml': `asyncapi: 3.0.0
${info}
channels:
  paid: {$ref: ./parts/channel.yaml}
operations:
  send: {$ref: ".\\\\parts\\\\operations.yaml#/send~1all"}
  receive: {action: receive, channel: {$ref: "#/channels/paid"}, messages: [{$ref: "#/channels/paid/messages/OrderPaid"}]}
`,
      'specs/parts/channel.yaml': `address: order.{region}.paid
parameters: {region: {$ref: "more.yaml#/parameters/the%20region"}}
messages: {OrderPaid: {$ref: "../../shared/messages.json#/OrderPaid"}}
bindings: {$ref: "more.yaml#/bindings"}
x-idempotency: {$ref: "more.yaml#/annotation"}
`,
      'specs/parts/operations.yaml': `send/all: {action: send, channel: {$ref: "../spec.yaml#/channels/paid"}, traits: [{$ref: "more.yaml#/trait"}]}\n`,
      'specs/parts/more.yaml': `parameters: {the region: {description: Where}}
bindings: {amqp: {$ref: "#/amqp"}}
amqp: ${exchange}
annotation: {eventType: ORDER_PAID, businessKey: {$ref: "#/keys"}, consumerGroup: mailing}
keys: [orderId]
trait: {bindings: {$ref: "../../shared/operation%20bindings.yaml"}}
`,
      'shared/operation bindings.yaml': 'amqp: {priority: 3}\n',
      'shared/messages.json': `{"OrderPaid": {"payload": {"$ref": "./order%20paid.json"}, "headers": {"$ref": "./order%20paid.json#/definitions/~0headers"}, "bindings": {"$ref": "#/bindings"}, "traits": [{"$ref": "#/trait"}]}, "bindings": {"amqp": {"messageType": "paid"}}, "trait": {"contentType": "application/json"}}`,
      'shared/order paid.json': `${payload.slice(0, -1)}, "definitions": {"~headers": ${headers}}}`,
    }
    expect(await meaningOf(split)).toEqual(await meaningOf({ 'specs/spec.yaml': whole }))
  })

  test('one of AsyncAPI 2 whose every part is in another file', async () => {
    const whole = `asyncapi: 2.6.0
${info}
channels:
  order/paid:
    publish: {operationId: onPaid, message: {$ref: "#/components/messages/OrderPaid"}}
    subscribe: {operationId: sendPaid, message: {$ref: "#/components/messages/OrderPaid"}}
    bindings: {amqp: ${exchange}}
    x-idempotency: ${annotation}
components: {messages: {OrderPaid: {payload: ${payload}, headers: ${headers}}}}
`
    const split: Texts = {
      'spec.yaml': `asyncapi: 2.6.0
${info}
channels:
  order/paid: {$ref: parts/channel.yaml#/channels/order~1paid}
`,
      'parts/channel.yaml': `channels:
  order/paid:
    publish: {operationId: onPaid, message: {$ref: "messages.yaml#/OrderPaid"}}
    subscribe: {operationId: sendPaid, message: {$ref: "messages.yaml#/OrderPaid"}}
    bindings: {amqp: {$ref: "amqp.yml"}}
    x-idempotency: ${annotation}
`,
      'parts/amqp.yml': exchange,
      'parts/messages.yaml': `OrderPaid: {payload: {$ref: "#/payload"}, headers: {$ref: "#/headers"}}
payload: ${payload}
headers: ${headers}
`,
    }
    const [one, other] = [await meaningOf({ 'spec.yaml': whole }), await meaningOf(split)]
    expect(other).toMatchObject({ contract: (one as { readonly contract: unknown }).contract as object })
  })

  test('one whose schemas circle through files', async () => {
    const node = '{type: object, required: [orderId], properties: {orderId: {type: string}, next: {$ref: "REF"}}}'
    const channel = `channels:
  paid:
    address: paid
    messages: {Paid: {payload: {$ref: "PAYLOAD"}}}
    bindings: {amqp: ${exchange}}
    x-idempotency: ${annotation}
`
    const start = `asyncapi: 3.0.0\n${info}\n${channel}`
    const whole = `${start.replace('PAYLOAD', '#/components/schemas/Node')}components: {schemas: {Node: ${node.replace('REF', '#/components/schemas/Node')}}}\n`
    const split = {
      'spec.yaml': start.replace('PAYLOAD', 'a.yaml#/Node'),
      'a.yaml': `Node: ${node.replace('REF', 'b.yaml#/Next')}\n`,
      'b.yaml': 'Next: {$ref: "a.yaml#/Node"}\n',
    }
    expect(await meaningOf(split)).toEqual(await meaningOf({ 'spec.yaml': whole }))
  })
})
