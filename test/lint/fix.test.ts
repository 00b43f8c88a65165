import { describe, expect, it } from 'vitest'
import { readLintOptions } from '../../generator/commands/lint-options.js'
import { plainLint } from '../../generator/commands/plain-lint.js'
import { lintFolder } from './lint-folder.js'

type Given = Readonly<Record<string, string | boolean>>

/** Lints with `--fix` in a folder of its own. */
async function fix(texts: Readonly<Record<string, string>>, options: Given = {}) {
  const folder = lintFolder(texts)
  const [first = ''] = Object.keys(texts)
  const given = { cache: false, json: true, fix: true, ...options }
  const result = await plainLint(readLintOptions({ positionals: [first], options: given }), {
    cwd: folder.path,
    color: false,
    now: () => new Date(0),
    progress() {},
  })
  return { ...result, text: folder.read(first), read: folder.read }
}

const rulesIn = (stdout: string) => (JSON.parse(stdout) as readonly { rule: string }[]).map(({ rule }) => rule)

const head = `asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }   # kept as it is
channels:
    orderPaid:
        address: order.paid
        messages:
            OrderPaid:
                payload:
                    type: object
                    required: [orderId]
                    properties: { orderId: { type: string, maxLength: 50 } }
`
const errors = '            errorClasses: { business: [CardExpired] }\n'

describe('idemgen lint --fix', () => {
  it('mends one fault after the other, and touches nothing else', async () => {
    const broken = `${head}        bindings: { amqp: { is: routingKey, exchange: { name: orders, type: topic } } }
        x-idempotancy:	# with a tab
            # the order
            buisnessKey: [ordrId, ordrId]  # twice
            consumerGroup: billing
${errors}`
    const { text, stdout } = await fix({ 'a.yaml': broken })
    expect(text).toBe(
      broken
        .replace('x-idempotancy', 'x-idempotency')
        .replace('buisnessKey', 'businessKey')
        .replace('[ordrId, ordrId]', '[orderId]'),
    )
    expect(rulesIn(stdout)).toEqual([])
  })

  it('keeps the line breaks and the byte order mark of Windows', async () => {
    const right = `\uFEFF${head}        bindings: { amqp: { is: routingKey, exchange: { name: orders, type: topic } } }
        x-idempotency: { businessKey: [orderId], consumerGroup: billing, errorClasses: { business: [CardExpired] } }
`.replaceAll('\n', '\r\n')
    const { text } = await fix({ 'a.yaml': right.replace('businessKey', 'buisnessKey') })
    expect(text).toBe(right)
  })

  it('moves a queue beside an exchange into the annotation', async () => {
    const broken = `${head}        bindings:
            amqp:
                is: routingKey
                exchange: { name: orders, type: topic }
                queue:
                    name: queue.billing
                    durable: true
        x-idempotency:
            businessKey: [orderId]
            consumers:
                billing: { concurrency: 2 } # fast
${errors}`
    const { text, stdout } = await fix({ 'a.yaml': broken })
    expect(text).toBe(
      broken
        .replace(/ {16}queue:\n.*\n.*\n/, '')
        .replace('{ concurrency: 2 }', '{ concurrency: 2, queue: queue.billing }'),
    )
    expect(rulesIn(stdout)).toEqual([])
  })

  it('leaves a queue whose settings would be lost, or that has no one group', async () => {
    const queue = (settings: string, groups: string) => `${head}        bindings:
            amqp: { is: routingKey, exchange: { name: orders, type: topic }, queue: ${settings} }
        x-idempotency: { businessKey: [orderId], consumers: ${groups} }
`
    for (const broken of [
      queue('{ name: queue.billing, exclusive: true }', '{ billing: {} }'),
      queue('{ name: queue.billing }', '{ billing: {}, mailing: {} }'),
      queue('{ name: queue.billing }', '{ billing: { queue: other } }'),
    ]) {
      expect((await fix({ 'a.yaml': broken })).text).toBe(broken)
    }
  })

  it('states the retention where --strict asks for it', async () => {
    const right = `${head}        bindings: { amqp: { is: routingKey, exchange: { name: orders, type: topic } } }
        x-idempotency:
            businessKey: [orderId]
            consumerGroup: billing
            retention: 7d
${errors}`
    const bare = right.replace('            retention: 7d\n', '')
    expect((await fix({ 'a.yaml': bare })).text).toBe(bare)
    const { text, stdout } = await fix({ 'a.yaml': bare }, { strict: true })
    expect(text).toMatch(/\n {12}retention: 7d\n/)
    expect(rulesIn(stdout)).not.toContain('retention-unstated')
  })

  it('mends JSON', async () => {
    const { load } = await import('js-yaml')
    const annotation = {
      businessKey: ['orderId'],
      consumerGroup: 'billing',
      errorClasses: { business: ['CardExpired'] },
    }
    const value = load(head) as { channels: { orderPaid: object } }
    Object.assign(value.channels.orderPaid, { 'x-idempotency': annotation })
    const right = JSON.stringify(value, null, 4)
    expect((await fix({ 'a.json': right.replace('"businessKey"', '"buisnessKey"') })).text).toBe(right)
  })

  it('mends a file that is referred to', async () => {
    const root = `${head.slice(0, head.indexOf('    orderPaid'))}    orderPaid: { $ref: './channel.yaml' }\n`
    const channel = `${head.slice(head.indexOf('        address')).replaceAll(/^ {8}/gm, '')}x-idempotency:
    buisnessKey: [orderId]
    consumerGroup: billing
`
    const { read, text } = await fix({ 'a.yaml': root, 'channel.yaml': channel })
    expect(read('channel.yaml')).toBe(channel.replace('buisnessKey', 'businessKey'))
    expect(text).toBe(root)
  })

  it('leaves what could mean two things, what is suppressed, and what is merged', async () => {
    const two = head
      .replace('required: [orderId]', 'required: [orderIs, orderIt]')
      .replace('{ orderId:', '{ orderIs: { type: string, maxLength: 50 }, orderIt:')
    const unclear = `${two}        x-idempotency: { businessKey: [orderId], consumerGroup: billing }\n`
    expect((await fix({ 'a.yaml': unclear })).text).toBe(unclear)
    const suppressed = `${head}        x-idempotency:
            businessKey: [orderId]
            # idemgen-disable-next-line annotation-key-unknown -- for another tool
            consumerGrup: billing
`
    expect((await fix({ 'a.yaml': suppressed })).text).toBe(suppressed)
  })

  it('only prints the difference with --dry-run', async () => {
    const broken = `${head}        x-idempotency: { buisnessKey: [orderId], consumerGroup: billing }\n`
    const { text, stdout, exitCode } = await fix({ 'a.yaml': broken }, { 'dry-run': true })
    expect(text).toBe(broken)
    expect(stdout).toMatch(/^--- a\.yaml\n\+\+\+ a\.yaml\n@@ [^\n]+ @@\n/)
    expect(stdout).toMatch(/\n-.*buisnessKey.*\n\+.*businessKey.*\n/)
    expect(exitCode).toBe(1)
    const right = broken.replace('buisnessKey', 'businessKey')
    expect((await fix({ 'a.yaml': right }, { 'dry-run': true })).exitCode).toBe(0)
  })
})
