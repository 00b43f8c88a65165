import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../templates/runtime/message/fingerprint.js'
import { decoderFor, keyOrCode, type SampleDelivery } from './sample-deliveries.js'
import { sampleMessage } from './sample-descriptors.js'

const schemas = {
  definitions: {
    OrderPaid: { type: 'object', required: ['orderId'], properties: { orderId: { type: 'string', maxLength: 50 } } },
    Headers: {
      type: 'object',
      required: ['tenant'],
      properties: { tenant: { type: 'string' }, 'x-trace': {}, messageId: {}, 'idemgen-note': {} },
    },
  },
}
const orderPaid = sampleMessage({ payload: '#/definitions/OrderPaid' })
const decodeOrder = decoderFor({ OrderPaid: orderPaid }, schemas)

test('gives all that the consumer needs', () => {
  const ignoring = sampleMessage({ keyVersion: 2, fingerprint: { version: 'v7', ignore: [['sentAt']] } })
  const decode = decoderFor({ OrderPaid: ignoring })
  const body = '{"sentAt":"now","orderId":"o-17"}'
  expect(decode({ body, headers: { own: 'header' }, properties: { messageId: 'm-1', type: 'ORDER_PAID' } })).toEqual({
    kind: 'decoded',
    name: 'OrderPaid',
    descriptor: ignoring,
    payload: { sentAt: 'now', orderId: 'o-17' },
    headers: { own: 'header' },
    parameters: {},
    businessKey: 'ORDER_PAID:o-17',
    keys: ['ORDER_PAID:o-17'],
    keyVersion: 2,
    fingerprint: fingerprint({ orderId: 'o-17' }, []),
    fingerprintVersion: 'v7',
    messageId: 'm-1',
    replies: { correlationId: undefined, replyTo: undefined },
    keyHeader: 'absent',
  })
})

describe('the body', () => {
  const text = '{"orderId":"ö-17"}'
  const bomb = gzipSync(Buffer.alloc(17 * 2 ** 20, ' '))
  const encoded = (contentEncoding: string, body: Buffer | string): SampleDelivery => ({
    body,
    properties: { contentEncoding },
  })
  const typed = (contentType: string): SampleDelivery => ({ body: text, properties: { contentType } })
  const cases: readonly (readonly [string, SampleDelivery, string])[] = [
    ['plain', { body: text }, 'ORDER_PAID:ö-17'],
    ['an empty content encoding', encoded('', text), 'ORDER_PAID:ö-17'],
    ['identity', encoded('identity', text), 'ORDER_PAID:ö-17'],
    ['the charset in place of the encoding', encoded('utf-8', text), 'ORDER_PAID:ö-17'],
    ['gzip', encoded('gzip', gzipSync(text)), 'ORDER_PAID:ö-17'],
    ['GZIP', encoded('GZIP', gzipSync(text)), 'ORDER_PAID:ö-17'],
    ['deflate with a zlib header', encoded('deflate', deflateSync(text)), 'ORDER_PAID:ö-17'],
    ['deflate without one', encoded('deflate', deflateRawSync(text)), 'ORDER_PAID:ö-17'],
    ['brotli', encoded('br', brotliCompressSync(text)), 'ORDER_PAID:ö-17'],
    ['another encoding', encoded('zstd', text), 'content-encoding-unknown'],
    ['an encoding that the body does not have', encoded('gzip', text), 'body-not-decompressible'],
    ['an encoded body that is cut', encoded('gzip', gzipSync(text).subarray(0, 15)), 'body-not-decompressible'],
    ['a bomb', encoded('gzip', bomb), 'body-too-large'],
    ['a deflate bomb', encoded('deflate', deflateSync(Buffer.alloc(17 * 2 ** 20))), 'body-too-large'],
    ['a brotli bomb', encoded('br', brotliCompressSync(Buffer.alloc(17 * 2 ** 20))), 'body-too-large'],
    ['UTF-8 by name', typed('application/json; charset=utf-8'), 'ORDER_PAID:ö-17'],
    ['UTF-8 by another name', typed('application/json;charset="UTF8"'), 'ORDER_PAID:ö-17'],
    ['another media type', typed('text/plain'), 'ORDER_PAID:ö-17'],
    ['another charset', typed('application/json; charset=iso-8859-1'), 'charset-unknown'],
    ['a byte order mark', { body: `\uFEFF${text}` }, 'ORDER_PAID:ö-17'],
    ['ill-formed UTF-8', { body: Buffer.from('{"orderId":"\xff"}', 'latin1') }, 'body-not-utf8'],
    ['an overlong form', { body: Buffer.from([0x22, 0xc0, 0x80, 0x22]) }, 'body-not-utf8'],
    ['UTF-16', { body: Buffer.from(text, 'utf16le') }, 'body-not-utf8'],
    ['nothing', { body: '' }, 'body-empty'],
    ['only a byte order mark', { body: '\uFEFF' }, 'body-empty'],
    ['only blanks', { body: ' \n' }, 'body-empty'],
    ['no JSON', { body: 'orderId=o-17' }, 'body-not-json'],
    ['JSON with something behind', { body: `${text}x` }, 'body-not-json'],
    ['a raw NUL', { body: '{"orderId":"\0"}' }, 'body-not-json'],
    ['an escaped NUL', { body: '{"orderId":"\\u0000"}' }, 'ORDER_PAID:%00'],
    ['NaN', { body: 'NaN' }, 'body-not-json'],
    ['deep nesting', { body: `{"orderId":"o","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 'body-too-deep'],
    ['an integer that would be rounded', { body: '{"orderId":"o-17","cents":9007199254740993}' }, 'integer-not-exact'],
    ['the same as text', { body: '{"orderId":"o-17","cents":"9007199254740993"}' }, 'ORDER_PAID:o-17'],
    ['what the schema does not allow', { body: '{"orderId":17}' }, 'payload-invalid'],
    ['a lone surrogate in the key', { body: '{"orderId":"\\ud800"}' }, 'key-field-ill-formed'],
  ]
  test.each(cases)('%s', (_, sample, expected) => {
    expect(keyOrCode(decodeOrder, sample)).toBe(expected)
  })

  test('an absent content encoding is the one that the spec gives to all messages of the queue', () => {
    const zipped = sampleMessage({ contentEncoding: 'gzip' })
    const other = sampleMessage({ eventType: 'OTHER' })
    const sample = { body: gzipSync(text), properties: { type: 'ORDER_PAID' } }
    expect(keyOrCode(decoderFor({ OrderPaid: zipped }), sample)).toBe('ORDER_PAID:ö-17')
    expect(keyOrCode(decoderFor({ OrderPaid: zipped, Other: other }), sample)).toBe('body-not-utf8')
  })

  test('poison quotes nothing of it', () => {
    for (const body of ['SECRET', '{"a":"SECRET', '{"orderId":["SECRET"]}', `{"orderId":"SECRET-${'x'.repeat(50)}"}`]) {
      const result = decodeOrder({ body })
      expect(result).toMatchObject({ kind: 'poison', message: expect.not.stringContaining('SECRET') })
    }
    expect(decodeOrder({ body: '{"orderId": SECRET}' })).toMatchObject({ code: 'body-not-json' })
    expect(decodeOrder({ body: '{"orderId":"x"' })).toMatchObject({ message: 'the body is not JSON at position 14' })
  })
})

describe('integers beyond 2^53 in a key', () => {
  const decode = decoderFor({ OrderPaid: sampleMessage({ key: [{ in: 'payload', path: ['id'], type: 'integer' }] }) })
  test.each([
    ['9007199254740993', 'integer-not-exact'],
    ['-9007199254740993', 'integer-not-exact'],
    ['123456789012345678901234567890', 'integer-not-exact'],
    ['9007199254740992', 'key-field-unsafe-integer'],
    ['1e400', 'key-field-unsafe-integer'],
  ])('%s is poison', (id, code) => expect(keyOrCode(decode, { body: `{"id":${id}}` })).toBe(code))
  test('the largest safe one is not', () => {
    expect(keyOrCode(decode, { body: '{"id":9007199254740991}' })).toBe('ORDER_PAID:9007199254740991')
  })
})

describe('headers', () => {
  const decode = decoderFor({ OrderPaid: { ...orderPaid, headers: '#/definitions/Headers' } }, schemas)

  test("are the application's own, as plain values", () => {
    const headers = {
      tenant: Buffer.from('acme'),
      when: { '!': 'timestamp', value: 1_700_000_000 },
      price: { '!': 'decimal', value: { places: 2, digits: 1999 } },
      table: { list: [Buffer.from('a'), 1, null] },
      raw: Buffer.from([0xff]),
      businessKey: 'ORDER_PAID:o-17',
      eventType: 'ORDER_PAID',
      keyVersion: 1,
      publishNonce: 'n',
      'idemgen-run': 2,
      'x-death': [{}],
      CC: ['a'],
      BCC: ['b'],
    }
    expect(decode({ headers })).toMatchObject({
      kind: 'decoded',
      headers: {
        tenant: 'acme',
        when: 1_700_000_000,
        price: 19.99,
        table: { list: ['a', 1, null] },
        raw: Buffer.from([0xff]),
      },
    })
    const result = decode({ headers })
    expect(result.kind === 'decoded' && Object.keys(result.headers).sort()).toEqual([
      'price',
      'raw',
      'table',
      'tenant',
      'when',
    ])
  })

  test('nested without end are cut', () => {
    let table: unknown = 'bottom'
    for (let i = 0; i < 10_000; i += 1) table = { within: [table] }
    const result = decode({ headers: { tenant: 'acme', table } })
    expect(result.kind === 'decoded' && JSON.stringify(result.headers)).toMatch(/\[null\]/)
    expect(JSON.stringify(result)).not.toContain('bottom')
  })

  test('that the spec declares stay, whatever their name', () => {
    const headers = { tenant: 'acme', 'x-trace': 't', messageId: 'm', 'idemgen-note': 'n', 'x-death': 'd' }
    expect(decode({ headers })).toMatchObject({
      headers: { tenant: 'acme', 'x-trace': 't', messageId: 'm', 'idemgen-note': 'n' },
    })
    expect(decode({ headers })).not.toHaveProperty('headers.x-death')
  })

  test('that do not fit their schema are poison', () => {
    expect(decode({ headers: {} })).toMatchObject({
      code: 'headers-invalid',
      message: "the headers do not fit the schema: must have required property 'tenant'",
    })
    expect(keyOrCode(decode, { headers: { tenant: 17 } })).toBe('headers-invalid')
  })

  test('lend nothing through a table named __proto__', () => {
    const headers: Record<string, unknown> = {}
    Object.setPrototypeOf(headers, { eventType: 'ORDER_LOST', tenant: 'acme', 'idemgen-routing-key': 'x' })
    expect(decodeOrder({ headers })).toMatchObject({ kind: 'decoded', headers: {} })
  })
})

describe('the key in the header', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [undefined, 'absent'],
    ['', 'absent'],
    ['ORDER_PAID:o-17', 'same'],
    [Buffer.from('ORDER_PAID:o-17'), 'same'],
    ['ORDER_PAID:o-18', 'differs'],
    [17, 'differs'],
    [{ table: 1 }, 'absent'],
  ]
  test.each(cases)('%j is %s', (businessKey, expected) => {
    expect(decodeOrder({ headers: businessKey === undefined ? {} : { businessKey } })).toMatchObject({
      kind: 'decoded',
      keyHeader: expected,
    })
  })
})
