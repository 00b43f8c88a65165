import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDocument } from '../../generator/load/load-document.js'
import { validate } from '../../generator/load/validate.js'
import type { Document } from '../../generator/model/document.js'
import { lineOf, loadTexts } from './load-texts.js'

const valid = `asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
channels:
  orderPaid:
    address: order.{region}
    parameters:
      region: {}
    messages:
      OrderPaid: { $ref: '#/components/messages/OrderPaid' }
    bindings:
      amqp:
        is: routingKey
        exchange: { name: orders, type: topic }
operations:
  first: { action: receive, channel: { $ref: '#/channels/orderPaid' } }
  second:
    action: send
    channel: { $ref: '#/channels/orderPaid' }
    messages:
      - $ref: '#/channels/orderPaid/messages/OrderPaid'
components:
  messages:
    OrderPaid:
      payload: { $ref: '#/components/schemas/Order' }
  schemas:
    Order:
      type: object
      properties: { id: { type: string } }
`

async function load(texts: Readonly<Record<string, string>>): Promise<Document> {
  const { document } = await loadTexts(texts)
  if (document === undefined) throw new Error('the document was not read')
  return document
}

/** The findings of a document with one change, as the user sees them: the same in both forms. */
async function linesOf(text: string, replaced: string, by: string): Promise<readonly string[]> {
  expect(text).toContain(replaced)
  const document = await load({ 'spec.yaml': text.replace(replaced, by) })
  const lines = async (form: 'official' | 'fast') => {
    return (await validate(document, { form })).map((finding) => `${lineOf(finding, document)} (${finding.hint})`)
  }
  const official = await lines('official')
  expect((await lines('fast')).toSorted()).toEqual(official.toSorted())
  return official
}

test('a valid document has no findings, and no remarks about a newer version', async () => {
  expect(await linesOf(valid, 'Orders', 'Other')).toEqual([])
})

const specification = 'see https://www.asyncapi.com/docs/reference/specification/latest'

test.each([
  [
    'info: { title: Orders, version: 1.0.0 }',
    '',
    '1:1 error asyncapi-invalid "info" is missing (add "info", AsyncAPI requires it here)',
  ],
  [
    'title: Orders, ',
    '',
    '2:1 error asyncapi-invalid "title" is missing in "info" (add "title", AsyncAPI requires it here)',
  ],
  [
    'channels:\n  orderPaid',
    'channels:\n  gone: 5\n  orderPaid',
    `4:3 error asyncapi-invalid "gone" must be an object, not 5 (${specification})`,
  ],
  [
    'address: order',
    'adress: x\n    address: order',
    '5:5 error asyncapi-invalid "adress" is not known here (did you mean "address"?)',
  ],
  [
    'components:',
    'idempotency: 1\ncomponents:',
    '21:1 error asyncapi-invalid "idempotency" is not known here (did you mean "x-idempotency"?)',
  ],
  [
    'address: order',
    'businessKey: [id]\n    address: order',
    '5:5 error asyncapi-invalid "businessKey" is not known here (it belongs under x-idempotency: indent it below "x-idempotency:")',
  ],
  [
    'components:',
    'chanels: { $ref: "#/channels" }\ncomponents:',
    '21:1 error asyncapi-invalid "chanels" is not known here (did you mean "channels"?)',
  ],
  [
    'action: receive',
    'action: recieve',
    '15:12 error asyncapi-invalid "action": "recieve" is none of "send", "receive" (did you mean "receive"?)',
  ],
  [
    'type: object',
    'type: objekt',
    '27:7 error asyncapi-invalid "type": "objekt" is none of "array", "boolean", "integer", "null", "number", "object", "string" (did you mean "object"?)',
  ],
  [
    'properties: { id: { type: string } }',
    'properties: []',
    `28:7 error asyncapi-invalid "properties" must be an object, not a list (${specification})`,
  ],
  [
    '#/channels/orderPaid/messages/OrderPaid',
    '#/components/messages/OrderPaid',
    `20:9 error asyncapi3-operation-messages-from-referred-channel "#/components/messages/OrderPaid" is no message of the operation's channel (refer to it through the channel: "#/channels/<channel>/messages/<message>")`,
  ],
  [
    'region: {}',
    'region: {}\n      zone: {}',
    '8:7 error asyncapi3-channel-parameters parameter "zone" is not in the address (remove it, or write {zone} in the address)',
  ],
  [
    'order.{region}',
    'order.{region}.{zone}',
    '6:5 error asyncapi3-channel-parameters the address has parameters that are not declared: zone (declare them: "parameters: { zone: {} }")',
  ],
  [
    'type: topic',
    'type: x-delayed-message',
    '13:35 error asyncapi-invalid "type": "x-delayed-message" is none of "topic", "direct", "fanout", "default", "headers" (for an exchange of a plug-in write "type: topic" here and "topology: { exchange: check }" in x-idempotency: it is then not declared, only looked for)',
  ],
  [
    'is: routingKey',
    'is: routingKey\n        queue: { name: q.orders }',
    '11:7 error asyncapi-invalid "exchange" and "queue" stand in one binding, which AsyncAPI 3 does not allow (keep "is: routingKey" and "exchange" here, and name the queue in the x-idempotency of the channel: "queue: q.orders")',
  ],
  [
    'is: routingKey',
    'is: queue',
    '11:7 error asyncapi-invalid "is: queue" stands without "queue" (write "is: routingKey", or "queue" in place of "exchange")',
  ],
  [
    'is: routingKey\n        exchange: { name: orders, type: topic }',
    'is: routingKey\n        queue: { name: q }',
    '11:7 error asyncapi-invalid "is: routingKey" stands without "exchange" (write "is: queue", or "exchange" here and the queue in the x-idempotency of the channel)',
  ],
  [
    'is: routingKey\n        exchange: { name: orders, type: topic }',
    'bindingVersion: 0.3.0',
    '11:7 error asyncapi-invalid the binding has neither "exchange" nor "queue" (add "exchange: { name: …, type: topic }", or leave the binding out to use "amq.topic")',
  ],
  [
    'is: routingKey',
    'is: topic',
    '12:9 error asyncapi-invalid "is": "topic" is not one of the allowed values (write "is: routingKey" with an "exchange", or "is: queue" with a "queue")',
  ],
  [
    'is: routingKey',
    'is: routingKey\n        dead_queue: x',
    '13:9 error asyncapi-invalid "dead_queue" is not known here (write it as x-idempotency: { park: table, retention: { parked: 90d } })',
  ],
  [
    'is: routingKey',
    'is: routingKey\n        bindingVersion: 0.2.0',
    '13:9 error asyncapi-invalid "bindingVersion": "0.2.0" is none of "0.3.0" (leave "bindingVersion" out, or write the one that is allowed)',
  ],
  [
    "payload: { $ref: '#/components/schemas/Order' }",
    'payload: true',
    '24:7 warning asyncapi-stricter the schema true is not allowed here by AsyncAPI; it is read as any value (write {}, which means the same)',
  ],
  [
    'Order:\n      type: object\n      properties: { id: { type: string } }',
    'Order: false',
    '26:5 warning asyncapi-stricter the schema false is not allowed here by AsyncAPI; it is read as no value (write { not: {} }, which means the same)',
  ],
  [
    'action: send',
    'action: send\n    bindings: { amqp: { replyTo: r } }',
    '18:25 warning asyncapi-stricter "replyTo" is no longer in the AMQP binding of AsyncAPI 3; it is set all the same (other tools refuse it; AsyncAPI 3 has "reply: { address: … }" of the operation)',
  ],
])('%j replaced by %j is said once, where it stands', async (replaced, by, expected) => {
  expect(await linesOf(valid, replaced, by)).toEqual([`spec.yaml:${expected}`])
})

test('several faults of one binding are several findings, and a need beside a fault hides nothing', async () => {
  const binding = 'exchange: { name: orders, durable: maybe, type: topic }\n        foo: 1'
  const lines = await linesOf(
    valid.replace('action: send', 'action: send\n    bindings: { amqp: { replyTo: r, cc: x } }'),
    'exchange: { name: orders, type: topic }',
    binding,
  )
  expect(lines.map((line) => line.replace(/ \(.*/, '')).toSorted()).toEqual([
    'spec.yaml:13:35 error asyncapi-invalid "durable" must be true or false, not "maybe"',
    'spec.yaml:14:9 error asyncapi-invalid "foo" is not known here',
    'spec.yaml:19:25 warning asyncapi-stricter "replyTo" is no longer in the AMQP binding of AsyncAPI 3; it is set all the same',
    'spec.yaml:19:37 error asyncapi-invalid "cc" must be a list, not "x"',
  ])
})

test('what AsyncAPI forbids but is read all the same hides no fault beside it', async () => {
  const lines = await linesOf(
    valid.replace('action: receive', 'action: recieve'),
    "payload: { $ref: '#/components/schemas/Order' }",
    'payload: true',
  )
  expect(lines.map((line) => line.replace(/ \(.*/, ''))).toEqual([
    'spec.yaml:24:7 warning asyncapi-stricter the schema true is not allowed here by AsyncAPI; it is read as any value',
    'spec.yaml:15:12 error asyncapi-invalid "action": "recieve" is none of "send", "receive"',
  ])
})

test('a document that says of itself that it was parsed before is validated all the same', async () => {
  for (const path of ['spec.json', 'spec.yaml']) {
    const document = await load({
      [path]: '{"asyncapi": "3.0.0", "x-parser-spec-parsed": true, "x-parser-spec-stringified": true}',
    })
    const findings = await validate(document, { form: 'official' })
    expect(findings.map((finding) => finding.message)).toEqual(['"info" is missing'])
  }
})

describe('other files', () => {
  test('are validated at their own places, under names with spaces and letters of any language', async () => {
    const document = await load({
      'specs/spec.yaml': `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\nchannels:\n  a: { messages: { m: { $ref: './teile ü/a%20b.yaml#/M' } } }\n  b: { $ref: './teile ü/b.json' }\n`,
      'specs/teile ü/a b.yaml': 'N: 1\nM:\n  paylod: {}\n',
      'specs/teile ü/b.json': '{ "address": 5 }',
    })
    expect((await validate(document, { form: 'official' })).map((finding) => lineOf(finding, document))).toEqual([
      'specs/teile ü/a b.yaml:3:3 error asyncapi-invalid "paylod" is not known here',
      'specs/teile ü/b.json:1:3 error asyncapi-invalid "address" must be a text or null, not 5',
    ])
  })

  test('that cannot be had are not asked for, and are not said to be missing a second time', async () => {
    const { document, findings } = await loadTexts({
      'spec.yaml': `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\nchannels:\n  a: { $ref: 'http://127.0.0.1:1/a.yaml' }\n  b: { $ref: './gone.yaml#/x' }\n  c: { $ref: '#/gone' }\n  d: { $ref: 'gopher://x/y' }\n`,
    })
    expect(findings.map(({ rule }) => rule).toSorted()).toEqual([
      'ref-missing',
      'ref-missing',
      'ref-remote',
      'ref-remote',
    ])
    if (document === undefined) throw new Error('the document was not read')
    expect(await validate(document, { form: 'official' })).toEqual([])
  })

  test('are taken as they were read, not from the disk, and nothing is fetched', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idemgen-validate-'))
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(String(request.url))
      response.end('{"address": 5}')
    })
    try {
      for (const name of ['a.yaml', '100%.yaml']) await writeFile(join(folder, name), 'address: 5')
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/b.yaml`
      const texts = {
        'spec.yaml': `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\nchannels: { a: { $ref: a.yaml }, b: { $ref: '${url}' }, c: { $ref: '${url}%zz%' }, d: { $ref: '100%.yaml' } }\n`,
        'a.yaml': 'address: a',
        '100%.yaml': 'address: b',
      }
      const readFile = async (path: string) => Buffer.from(texts[path.slice(folder.length + 1) as keyof typeof texts])
      const { document } = await loadDocument({ path: 'spec.yaml', cwd: folder, readFile })
      if (document === undefined) throw new Error('the document was not read')
      expect(await validate(document, { form: 'official' })).toEqual([])
      const alone = { ...document, files: new Map([...document.files].filter(([name]) => name === '')) }
      expect(await validate(alone, { form: 'official' })).toEqual([])
      expect(asked).toEqual([])
    } finally {
      server.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('what is missing behind a reference that leads nowhere is not missed, faults elsewhere are', async () => {
    const { document } = await loadTexts({
      'spec.yaml': `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\nservers: { a: { host: h } }\nchannels:\n  a: { servers: [{ $ref: '#/servers/b' }] }\n`,
    })
    if (document === undefined) throw new Error('the document was not read')
    expect((await validate(document, { form: 'official' })).map((finding) => lineOf(finding, document))).toEqual([
      'spec.yaml:3:12 error asyncapi-invalid "protocol" is missing in "a"',
    ])
  })
})
