import { describe, expect, test } from 'vitest'
import type { Contract } from '../../generator/model/contract.js'
import type { Json } from '../../generator/model/document.js'
import { isOwnHeader } from '../../generator/render/message-headers.js'
import {
  copyHeaderPrefix,
  copyHeaders,
  messageHeaders,
  publishNonceHeader,
} from '../../templates/runtime/message/header-names.js'
import { complaints } from './compile.js'
import { channel, contractWith, message } from './contracts.js'
import { renderContract, textOf } from './render-contract.js'

const from = '#/components/messages/Sent'
const headersPlace = `${from}/headers`

/** A message with these headers that is sent on one channel. */
function sending(headers: Json, parts: Partial<Contract> = {}): Contract {
  return contractWith({
    messages: { Sent: message(from, { headers: headersPlace }) },
    publishers: { sent: { message: 'Sent', channels: { sent: channel('#/channels/sent') } } },
    exchanges: { 'order.event.exchange': { type: 'topic', durable: true, autoDelete: false } },
    ...parts,
    schemas: { [headersPlace]: headers, ...parts.schemas },
  })
}

async function declarationsFor(contract: Contract): Promise<string> {
  return textOf(await renderContract(contract), 'messages.ts')
}

describe('the headers of a message', () => {
  test('are typed without those that idemgen sets', async () => {
    const text = await declarationsFor(
      sending({
        type: 'object',
        required: ['eventType', 'tenantId'],
        properties: {
          eventType: {},
          keyVersion: {},
          businessKey: {},
          messageId: {},
          'idemgen-run': {},
          tenantId: { type: 'string' },
        },
      }),
    )
    expect(text).toContain('export interface SentHeaders {\n  readonly tenantId: string\n}')
    expect(text).toContain('readonly headers: SentHeaders')
  })

  test('lose idemgen`s own also in the parts that they are composed of', async () => {
    const part = { type: 'object', required: ['messageId'], properties: { messageId: {}, a: { type: 'string' } } }
    const text = await declarationsFor(sending({ allOf: [part, { oneOf: [part] }] }))
    expect(text).toContain('export interface SentHeaders {\n  readonly a?: string\n}')
  })

  test('lose idemgen`s own also where they come by reference, and the shared schema keeps them', async () => {
    const common = '#/components/schemas/CommonHeaders'
    const text = await declarationsFor(
      sending(
        { allOf: [{ $ref: common }, { type: 'object', properties: { a: { type: 'string' } } }] },
        {
          names: { [common]: 'CommonHeaders' },
          schemas: {
            [common]: {
              type: 'object',
              required: ['eventType', 'tenantId'],
              properties: { eventType: {}, tenantId: {} },
            },
          },
        },
      ),
    )
    expect(text).toContain('export type SentHeaders = { readonly tenantId: unknown } & { readonly a?: string }')
    expect(text).not.toContain('CommonHeaders {')
  })

  test('keep the name of a shared schema that has none of idemgen`s own', async () => {
    const common = '#/components/schemas/CommonHeaders'
    const schemas = { [common]: { type: 'object', properties: { tenantId: { type: 'string' } } } }
    const text = await declarationsFor(sending({ $ref: common }, { names: { [common]: 'CommonHeaders' }, schemas }))
    expect(text).toContain('readonly headers: CommonHeaders\n')
    expect(text).toContain('export interface CommonHeaders {')
    expect(text).not.toContain('SentHeaders')
  })

  test.each<[string, Json]>([
    ['only idemgen`s own', { type: 'object', properties: { eventType: { type: 'string' } }, required: ['eventType'] }],
    ['any object', { type: 'object' }],
    ['no object', { type: 'string' }],
    ['perhaps no object', { oneOf: [{ type: 'object', properties: { a: {} } }, { type: 'null' }] }],
  ])('are not described when the spec says: %s', async (_, headers) => {
    expect(await declarationsFor(sending(headers))).not.toContain('readonly headers')
  })

  test('are asked for by publish as the spec asks', async () => {
    const a = { a: { type: 'string' } }
    const open = { additionalProperties: true }
    const required = '// @ts-expect-error headers are required'
    const cases: readonly (readonly [Json, string])[] = [
      [{ type: 'object', properties: a }, 'sent.publish(1)'],
      [{ type: 'object', properties: a, ...open }, 'sent.publish(1)'],
      [{ type: 'object', properties: a, ...open }, 'sent.publish(1, { headers: { b: 2 } })'],
      [{ type: 'object' }, 'sent.publish(1, { headers: { b: 2 } })'],
      [{ type: 'object', properties: a, required: ['a'] }, `${required}\n  sent.publish(1)`],
      [{ type: 'object', properties: a, required: ['a'], ...open }, `${required}\n  sent.publish(1)`],
      [{ type: 'object', properties: a, required: ['a'] }, "sent.publish(1, { headers: { a: 'x' } })"],
    ]
    const each = <Value>(value: (i: number) => readonly [string, Value]) =>
      Object.fromEntries(cases.map((_, i) => value(i)))
    const place = (i: number) => `#/components/messages/Sent${i}/headers`
    const contract = contractWith({
      messages: each((i) => [`Sent${i}`, message(`#/components/messages/Sent${i}`, { headers: place(i) })]),
      publishers: each((i) => [`sent${i}`, { message: `Sent${i}`, channels: { sent: channel('#/channels/sent') } }]),
      schemas: each((i) => [place(i), cases[i]?.[0] ?? true]),
    })
    const uses = cases.map(
      ([, call], i) => `export function use${i}({ sent${i}: sent }: Publishers): void {\n  ${call}\n}\n`,
    )
    const user = { path: 'user.ts', text: `import type { Publishers } from './index.js'\n${uses.join('')}` }
    expect(complaints([...(await renderContract(contract)), user])).toEqual([])
  })
})

test('the headers that are idemgen`s own are those of the runtime', () => {
  const own = [
    ...Object.values(messageHeaders),
    publishNonceHeader,
    ...Object.values(copyHeaders),
    `${copyHeaderPrefix}x`,
  ]
  expect(own.filter((name) => !isOwnHeader(name))).toEqual([])
  expect(['tenantId', 'x-request-id', 'idemgen', 'messageid'].filter(isOwnHeader)).toEqual([])
})

describe('the payload of a message', () => {
  test('is any value where there is none', async () => {
    const contract = contractWith({ messages: { Sent: message(from) } })
    expect(await declarationsFor(contract)).toContain('export interface SentMessage {\n  readonly payload: unknown\n}')
  })

  test('is named after the message where the contract gives no name', async () => {
    const place = `${from}/payload`
    const contract = contractWith({
      messages: { Sent: message(from, { payload: place }) },
      schemas: { [place]: { type: 'integer' } },
    })
    expect(await declarationsFor(contract)).toContain('export type Sent = number\n')
  })

  test('is an alias where it is a named reference, and the reference itself where it has no name', async () => {
    const place = `${from}/payload`
    const schemas = {
      [place]: { $ref: '#/components/schemas/Order' },
      '#/components/schemas/Order': { type: 'object' },
    }
    const contract = contractWith({ messages: { Sent: message(from, { payload: place }) }, schemas })
    const order = { '#/components/schemas/Order': 'Order' }
    expect(await declarationsFor({ ...contract, names: order })).toContain('readonly payload: Order\n')
    const both = await declarationsFor({ ...contract, names: { ...order, [place]: 'Sent' } })
    expect(both).toContain('export type Sent = Order\n')
    expect(both).toContain('readonly payload: Sent\n')
  })

  test('is shared by two messages that differ in their keys', async () => {
    const place = `${from}/payload`
    const contract = contractWith({
      names: { [place]: 'Sent' },
      messages: {
        Sent: message(from, { payload: place, eventType: 'SENT' }),
        SentArchive: message(from, { payload: place, eventType: 'SENT', keyVersion: 2 }),
      },
      schemas: { [place]: { type: 'string' } },
    })
    const text = await declarationsFor(contract)
    expect(text.match(/export type Sent = string/g)).toHaveLength(1)
    expect(text.match(/export const SENT = 'SENT'/g)).toHaveLength(1)
    expect(text).toContain('export interface SentArchiveMessage {\n  readonly payload: Sent\n}')
  })

  test('stands beside its message where it is written in it or has its name, else among the shared types', async () => {
    const shared = '#/components/schemas/AShared'
    const named = '#/components/schemas/Sent'
    const contract = contractWith({
      names: { [shared]: 'AShared', [named]: 'Sent' },
      messages: {
        Other: message('#/components/messages/Other', { payload: shared }),
        Sent: message(from, { payload: named }),
      },
      schemas: { [shared]: { type: 'string' }, [named]: { type: 'object', properties: { a: { $ref: shared } } } },
    })
    const declared = [...(await declarationsFor(contract)).matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(declared).toEqual(['OtherMessage', 'Sent', 'SentMessage', 'AShared'])
  })
})
