import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

const generate = ['generate', 'specs/orders.yaml']
const avro = '{ "type": "record", "name": "Order", "fields": [{ "name": "orderId", "type": "string" }] }'
/** The order document with a second channel, whose payload is given. */
const withPayload = (payload: string) =>
  orderSpec.replace(
    'channels:\n',
    `channels:
  orderPlaced:
    address: order.placed
    messages:
      OrderPlaced:
        payload: ${payload}
    x-idempotency: { businessKey: [orderId], consumerGroup: placing }
`,
  )

describe('a message in another format', () => {
  it('is left out with a warning, and the rest is written', async () => {
    const payload = `{ schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: ${avro} }`
    const project = createProject({ 'specs/orders.yaml': withPayload(payload) })
    const { exitCode, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(
      /^specs\/orders\.yaml:\d+:\d+ warning schema-format-unsupported the payload of "OrderPlaced" is described in "application\/vnd\.apache\.avro;version=1\.9\.0": nothing is generated for it$/m,
    )
    expect(stderr).toMatch(/: 1 publisher, 2 consumer groups /)
    expect(await project.idemgen([...generate, '--fail-on', 'warning'])).toMatchObject({ exitCode: 1 })
  })

  it('without a word on its format is no AsyncAPI, with a hint at what it is', async () => {
    const project = createProject({
      'specs/orders.yaml': withPayload('{ $ref: ./order.avsc }'),
      'specs/order.avsc': avro,
    })
    const { exitCode, stderr } = await project.idemgen(generate)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^specs\/order\.avsc:1:3 error asyncapi-invalid "type": "record" is none of /m)
    expect(stderr).toMatch(
      /^specs\/order\.avsc:1:1 warning schema-format-unsupported the payload of "OrderPlaced" looks like Avro \(type: record\): .*\n {2}hint: say so with schemaFormat/m,
    )
  })
})
