import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

/** Each: what the document holds, its exit code, the line that names the fault, and a word of the hint. */
const documents: readonly (readonly [what: string, text: string, line: RegExp, hint: RegExp])[] = [
  [
    'broken YAML',
    orderSpec.replace('title: Orders', 'title: "Orders'),
    /^specs\/orders\.yaml:\d+:\d+ error yaml-broken \S/,
    /quote/,
  ],
  ['a list', '- one\n', /^specs\/orders\.yaml:1:1 error not-asyncapi the file holds no map/, /asyncapi: 3\.0\.0/],
  ['nothing', '', /^specs\/orders\.yaml:1:1 error not-asyncapi the file is empty$/, /asyncapi: 3\.0\.0/],
  ['OpenAPI', 'openapi: 3.1.0\n', /^specs\/orders\.yaml:1:1 error not-asyncapi "openapi" makes/, /asyncapi: 3\.0\.0/],
  [
    'an invalid document',
    orderSpec.replace('action: send', 'action: sned'),
    /^specs\/orders\.yaml:\d+:\d+ error asyncapi-\S+ .*/,
    /send/,
  ],
  [
    'a reference that leads nowhere',
    orderSpec.replace("'#/components/messages/OrderPaid'", "'#/components/messages/OrderPayed'"),
    /^specs\/orders\.yaml:10:\d+ error ref-missing "#\/components\/messages\/OrderPayed" does not exist$/,
    /OrderPaid/,
  ],
  [
    'an unknown annotation key',
    orderSpec.replace('errorClasses:', 'errorClases:'),
    /^specs\/orders\.yaml:17:11 error annotation-key-unknown "errorClases" is not a key of /,
    /did you mean "errorClasses"\?/,
  ],
  [
    'a key field that does not exist',
    orderSpec.replace('[orderId]', '[orderIdd]'),
    /^specs\/orders\.yaml:13:21 error field-unknown "orderIdd" is no field of the payload of OrderPaid$/,
    /did you mean "orderId"\?/,
  ],
  [
    'the same event type twice in a group',
    withSecondChannel(orderSpec),
    /^specs\/orders\.yaml:\d+:\d+ error event-type-shared .*ORDER_PAID/,
    /eventType/,
  ],
  [
    'a key that is not built yet',
    orderSpec.replace('billing: {}', 'billing: { strategy: natural }'),
    /^specs\/orders\.yaml:15:\d+ error not-built-yet .*natural/,
    /./,
  ],
]

/** Another message under the event type of the first. */
function withSecondChannel(spec: string): string {
  const channel = `channels:
  orderSettled:
    address: order.settled
    messages:
      OrderSettled:
        payload: { type: object, required: [orderId], properties: { orderId: { type: string } } }
    x-idempotency:
      eventType: ORDER_PAID
      businessKey: [orderId]
      consumerGroup: billing
`
  return spec.replace('channels:\n', channel)
}

describe('a document with', () => {
  it.each(documents)(
    '%s is one line with its place and a hint, exit code 1, nothing written',
    async (_, text, line, hint) => {
      const project = createProject({ 'specs/orders.yaml': text })
      const { exitCode, stdout, stderr } = await project.idemgen(['generate', 'specs/orders.yaml'])
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
      expect(stderr).toMatch(new RegExp(line.source, 'm'))
      const lines = stderr.split('\n')
      const at = lines.findIndex((each) => line.test(each))
      expect(lines[at + 1]).toMatch(/^ {2}hint: \S/)
      expect(lines[at + 1]).toMatch(hint)
      expect(lines.filter((each) => line.test(each))).toHaveLength(1)
      expect(stderr).toMatch(/\nnothing was written: the document has findings\n$/)
      expect(Object.keys(project.snapshot())).toEqual(['specs/orders.yaml'])
    },
  )

  it('faults at several places names each once, in the order of the file', async () => {
    const text = orderSpec.replace('[orderId]', '[orderIdd]').replace('errorClasses:', 'errorClases:')
    const project = createProject({ 'specs/orders.yaml': text })
    const { stderr } = await project.idemgen(['generate', 'specs/orders.yaml'])
    expect(stderr.match(/^specs.* error \S+/gm)).toEqual([
      'specs/orders.yaml:13:21 error field-unknown',
      'specs/orders.yaml:17:11 error annotation-key-unknown',
    ])
  })

  it('a warning is written all the same, unless --fail-on says otherwise', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec })
    const generate = ['generate', 'specs/orders.yaml']
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    project.edit('migrations/0001_idemgen_create.sql', (text) => `${text}-- mine\n`)
    project.edit('specs/orders.yaml', (text) => text.replace('address: order.paid', 'address: order.settled'))
    const before = project.snapshot()
    const strict = await project.idemgen([...generate, '--fail-on', 'warning'])
    expect(strict.exitCode).toBe(1)
    expect(strict.stderr).toContain('warning migration-edited')
    expect(project.snapshot()).toEqual(before)
    expect(await project.idemgen(generate)).toMatchObject({ exitCode: 0 })
    expect(project.read('generated/contract.ts')).toContain('order.settled')
  })

  it('errors writes nothing under --fail-on never, with exit code 0', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec.replace('[orderId]', '[orderIdd]') })
    const { exitCode, stderr } = await project.idemgen(['generate', 'specs/orders.yaml', '--fail-on', 'never'])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('nothing was written')
    expect(Object.keys(project.snapshot())).toEqual(['specs/orders.yaml'])
  })
})

describe('a document that cannot be read', () => {
  it.each([
    ['is missing', 'specs/missing.yaml', /^error file-missing specs\/missing\.yaml does not exist\n {2}hint: .*\n$/],
    ['is a folder', 'specs', /^error file-unreadable specs is a folder\n {2}hint: .*\n$/],
  ])('ends the command with exit code 2: it %s', async (_, path, message) => {
    const project = createProject({ 'specs/orders.yaml': orderSpec })
    const { exitCode, stdout, stderr } = await project.idemgen(['generate', path])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(Object.keys(project.snapshot())).toEqual(['specs/orders.yaml'])
  })
})
