import { describe, expect, test } from 'vitest'
import { diagnoseFast } from '../../generator/load/fast/diagnose-fast.js'
import { validate } from '../../generator/load/validate.js'
import type { Document } from '../../generator/model/document.js'
import { lineOf, loadTexts } from './load-texts.js'

const head = `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\n`

async function load(texts: Readonly<Record<string, string>>): Promise<Document> {
  const { document } = await loadTexts(texts)
  if (document === undefined) throw new Error('the document was not read')
  return document
}

async function linesOf(text: string): Promise<readonly string[]> {
  const document = await load({ 'spec.yaml': text })
  return (await validate(document, { form: 'fast' })).map((finding) => lineOf(finding, document))
}

describe('references', () => {
  test('that double with each level take no time', async () => {
    // Spelled out, these are 2^60 schemas.
    const levels = Array.from({ length: 60 }, (_, i) => {
      const next = `{ $ref: '#/components/schemas/L${i + 1}' }`
      return `    L${i}: { properties: { a: ${next}, b: ${next} } }\n`
    })
    const valid = `${head}components:\n  schemas:\n${levels.join('')}    L60: { type: string }\n`
    expect(await linesOf(valid)).toEqual([])
    const lines = await linesOf(valid.replace('L60: { type: string }', 'L60: { type: strin }'))
    expect(lines).toEqual([
      expect.stringMatching(/^spec\.yaml:65:12 error asyncapi-invalid "type": "strin" is none of /),
    ])
  })

  test('in circles end, and what is wrong in a circle is said once', async () => {
    const circle = `${head}components:
  schemas:
    A: { properties: { b: { $ref: '#/components/schemas/B' } } }
    B: { items: { $ref: '#/components/schemas/A' }, allOf: [{ $ref: '#/components/schemas/B' }] }
`
    expect(await linesOf(circle)).toEqual([])
    expect(await linesOf(circle.replace('{ items', '{ minimum: no, items'))).toEqual([
      'spec.yaml:6:10 error asyncapi-invalid "minimum" must be a number, not "no"',
    ])
  })

  test('to a shared message with a fault make one finding, where it stands', async () => {
    const channels = ['a', 'b', 'c'].map(
      (name) => `  ${name}: { messages: { m: { $ref: '#/components/messages/M' } } }\n`,
    )
    const text = `${head}channels:\n${channels.join('')}components:\n  messages:\n    M: { paylod: {} }\n`
    expect(await linesOf(text)).toEqual(['spec.yaml:9:10 error asyncapi-invalid "paylod" is not known here'])
  })

  test('to other files are followed, and faults are told there', async () => {
    const document = await load({
      'spec.yaml': `${head}channels: { a: { $ref: './a.yaml' } }\n`,
      'a.yaml': `address: 5\nmessages: { m: { payload: { $ref: 'b.yaml#/B' } } }\n`,
      'b.yaml': 'B: { type: objekt }\n',
    })
    const lines = (await validate(document, { form: 'fast' })).map((finding) => lineOf(finding, document))
    expect(lines.map((line) => line.replace(/" .*/, '"')).toSorted()).toEqual([
      'a.yaml:1:1 error asyncapi-invalid "address"',
      'b.yaml:1:6 error asyncapi-invalid "type": "objekt"',
    ])
  })
})

describe('versions 2', () => {
  const valid = `asyncapi: 2.6.0
info: { title: t, version: '1' }
servers: { main: { url: 'host:{port}', protocol: amqp, variables: { port: {} }, security: [{ login: [read] }] } }
channels:
  order.{id}:
    servers: [main]
    parameters: { id: { schema: { type: string } } }
    publish: { operationId: one, message: { $ref: '#/components/messages/M' } }
    subscribe: { operationId: two, message: { messageId: n, payload: { type: object } } }
components:
  messages:
    M: { messageId: m, tags: [{ name: a }], payload: { type: object, default: {} }, examples: [{ payload: {} }] }
  securitySchemes:
    login: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://a.example', scopes: { read: r } } } }
`
  test('a valid document has no findings, remarks of taste included', async () => {
    expect(await linesOf(valid)).toEqual([])
  })

  test('a fault in the payload of a message is said once, where it stands', async () => {
    expect(await linesOf(valid.replace('payload: { type: object } } }', 'payload: { type: objekt } } }'))).toEqual([
      expect.stringMatching(/^spec\.yaml:9:\d+ error asyncapi-invalid "type": "objekt" is none of /),
    ])
    expect(await linesOf(valid.replace('messageId: n, payload', 'messageId: n, paylod'))).toEqual([
      expect.stringMatching(/^spec\.yaml:9:\d+ error asyncapi-invalid "paylod" is not known here/),
    ])
  })

  test.each([
    ['[read]', '[write]', 'asyncapi2-server-security'],
    ['{ login: [read] }', '{ nobody: [] }', 'asyncapi2-server-security'],
    ['host:{port}', 'host:{door}', 'asyncapi2-server-variables'],
    ['order.{id}', 'order.{number}', 'asyncapi2-channel-parameters'],
    ['servers: [main]', 'servers: [other]', 'asyncapi2-channel-servers'],
    ['order.{id}:', "'order.{id}.#':", 'asyncapi2-channel-no-query-nor-fragment'],
    ['operationId: two', 'operationId: one', 'asyncapi2-operation-operationId-uniqueness'],
    ['messageId: n', 'messageId: m', 'asyncapi2-message-messageId-uniqueness'],
    ['[{ name: a }]', '[{ name: a }, { name: a, description: b }]', 'asyncapi2-tags-uniqueness'],
    ['[{ payload: {} }]', '[{ payload: 5 }]', 'asyncapi2-message-examples'],
    ['default: {}', 'default: 5', 'asyncapi2-schema-default'],
    ['default: {}', 'examples: [[]]', 'asyncapi2-schema-examples'],
    [
      'messageId: m,',
      'messageId: m, schemaFormat: application/schema+json;version=draft-07, headers: 5,',
      'asyncapi-invalid',
    ],
  ])('%j replaced by %j breaks %s', async (before, after, rule) => {
    expect(valid).toContain(before)
    const text = valid.replace(before, after)
    const document = await load({ 'spec.yaml': text })
    const rules = async (form: 'fast' | 'official') => {
      const findings = await validate(document, { form })
      return [
        ...new Set(findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule)),
      ].toSorted()
    }
    expect(await rules('fast')).toContain(rule)
    expect(await rules('fast')).toEqual(await rules('official'))
  })
})

describe('what only the official parser can tell', () => {
  const message = (payload: string) =>
    `asyncapi: 2.6.0\ninfo: { title: t, version: '1' }\nchannels: {}\ncomponents: { messages: { m: { payload: ${payload}, examples: [{ payload: 1 }] } } }\n`
  test.each([
    ['another version', `asyncapi: 3.0.9\ninfo: { title: t, version: '1' }\n`],
    ['a circle of others than schemas', `${head}channels: { a: { messages: { m: { $ref: '#/channels/a' } } } }\n`],
    [
      'a reference that passes through another',
      `${head}x-a: { $ref: '#/x-b' }\nx-b: { c: {} }\nchannels: { a: { messages: { m: { $ref: '#/x-a/c' } } } }\n`,
    ],
    ['examples of a schema of another draft', message('{ $schema: "http://json-schema.org/draft-04/schema#" }')],
    ['examples of a schema with an identity', message('{ $id: a }')],
  ])('%s', async (_, text) => {
    const document = await load({ 'spec.yaml': head })
    const root = document.files.get('')
    const { document: other } = await loadTexts({ 'spec.yaml': text.replace('3.0.9', '3.0.0') })
    const value = other?.files.get('')?.value
    if (root === undefined || value === undefined) throw new Error('the document was not read')
    const files = new Map([['', { ...root, value: text.includes('3.0.9') ? { asyncapi: '3.0.9' } : value }]])
    expect(await diagnoseFast({ ...document, files })).toBeUndefined()
  })

  test('a file that leads back to the one that leads to it', async () => {
    const document = await load({
      'spec.yaml': `${head}channels: { a: { $ref: './a.yaml' } }\nx-b: {}\n`,
      'a.yaml': `messages: { m: { payload: { $ref: 'spec.yaml#/x-b' } } }\n`,
    })
    expect(await diagnoseFast(document)).toBeUndefined()
  })
})
