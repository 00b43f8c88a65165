import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import type { SampleDelivery } from './sample-deliveries.js'

const headerNames = [
  'eventType',
  'businessKey',
  'tenant',
  'keyVersion',
  'x-death',
  'CC',
  '__proto__',
  'toString',
  'idemgen-run',
  'idemgen-routing-key',
  'idemgen-exchange',
  'idemgen-replay',
  'idemgen-busy-since',
  'publishNonce',
  '',
] as const
const memberNames = ['id', 'count', 'kind', 'sentAt', 'lines', 'next', 'other', '__proto__'] as const

/**
 * Deliveries of all kinds, most of them wrong in some way: the same sequence for the same seed, so that a failure is
 * there again at the next run. Quicker than fast-check, which a hundred thousand of them need.
 */
export function createDeliveries(seed: number): () => SampleDelivery {
  let state = seed
  return anyDelivery

  function random(below: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }

  function oneOf<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[random(values.length)] ?? values[0]
  }

  /** Mostly the usual thing: else no delivery would come further than its first fault. */
  function mostly<Value>(usual: Value, others: readonly [Value, ...Value[]]): Value {
    return random(15) > 0 ? usual : oneOf(others)
  }

  function anyDelivery(): SampleDelivery {
    const { body, contentEncoding } = encodedBody()
    return {
      body: mostly(body, [damaged(body)]),
      routingKey: mostly('stock.d-1', ['stock.', 'paid', '', 'queue.marketing']),
      properties: {
        headers: random(10) === 0 ? undefined : { ...(random(2) === 0 ? { tenant: text() } : {}), ...table(2) },
        contentEncoding,
        contentType: mostly<unknown>('application/json', [
          undefined,
          'text/plain;charset=utf-8',
          'x; charset=latin1',
          17,
          '',
        ]),
        type: oneOf<unknown>([undefined, 'PAID', 'PAID', 'STOCK', 'com.acme.Stock', text(), 17]),
        messageId: oneOf<unknown>([undefined, 'm-1', text(), 17]),
      },
    }
  }

  function encodedBody(): { readonly body: Buffer; readonly contentEncoding: unknown } {
    const body = plainBody()
    // Compression is slow beside all the rest; a sample of it is enough.
    if (random(20) > 0) {
      return { body, contentEncoding: mostly<unknown>(undefined, ['', 'utf-8', 'gzip', 'deflate', 'br', 'what', 17]) }
    }
    return oneOf([
      { body: gzipSync(body), contentEncoding: 'gzip' },
      { body: deflateRawSync(body), contentEncoding: 'deflate' },
      { body: brotliCompressSync(body), contentEncoding: 'br' },
      { body: damaged(gzipSync(body)), contentEncoding: 'gzip' },
    ])
  }

  function plainBody(): Buffer {
    const kind = random(20)
    if (kind === 0) return Buffer.from(Array.from({ length: random(60) }, () => random(256)))
    if (kind === 1) return Buffer.from(JSON.stringify(jsonValue(3)))
    if (kind === 2) return nested(random(800))
    if (kind > 4) return Buffer.from(JSON.stringify(payload(2)))
    const number = oneOf(['9007199254740993', '1e400', '-0', '"\\ud800"', '0.1', '01', '{}'])
    return Buffer.from(`{"id":${number},"count":${number}}`)
  }

  function nested(levels: number): Buffer {
    return Buffer.from(`${'{"id":"x","next":'.repeat(levels)}{"id":"x"}${'}'.repeat(levels)}`)
  }

  function damaged(body: Buffer): Buffer {
    const copy = Buffer.from(body)
    for (let i = random(3); i > 0 && copy.length > 0; i -= 1) copy[random(copy.length)] = random(256)
    return random(2) === 0 ? copy.subarray(0, random(copy.length + 1)) : copy
  }

  function payload(depth: number): Readonly<Record<string, unknown>> {
    const members = Array.from({ length: random(6) }, () => [oneOf(memberNames), jsonValue(depth)] as const)
    const likely = { id: text(), count: random(1_000) }
    const kind = random(3) === 0 ? { kind: 'stock' } : {}
    return random(3) > 0
      ? { ...Object.fromEntries(members), ...likely, ...kind }
      : { ...Object.fromEntries(members), ...kind }
  }

  function jsonValue(depth: number): unknown {
    if (depth > 0 && random(3) === 0) return Array.from({ length: random(4) }, () => jsonValue(depth - 1))
    if (depth > 0 && random(3) === 0) return payload(depth - 1)
    return oneOf<unknown>([text(), random(100), 0.5, -0, 2 ** 53, 1e300, true, null])
  }

  function text(): string {
    const long = 'x'.repeat(random(400))
    return oneOf(['a', '', 'PAID', 'STOCK', 'ä😀', ':%', '\u0000', '\ud800', '__proto__', 'constructor', '17', long])
  }

  function table(depth: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    // Assigned, as amqplib does: a header named `__proto__` sets the prototype.
    for (let i = random(4); i > 0; i -= 1) fields[oneOf(headerNames)] = headerValue(depth)
    return fields
  }

  /** Whatever an AMQP table can hold, and what other libraries put in its place. */
  function headerValue(depth: number): unknown {
    if (depth > 0 && random(4) === 0) return Array.from({ length: random(4) }, () => headerValue(depth - 1))
    if (depth > 0 && random(4) === 0) return table(depth - 1)
    return oneOf<unknown>([
      text(),
      Buffer.from(text()),
      Buffer.from([0xff, random(256)]),
      random(1_000),
      -1.5,
      Number.MAX_VALUE,
      Number.NaN,
      2 ** 60,
      true,
      null,
      undefined,
      { '!': 'timestamp', value: random(2 ** 31) },
      { '!': 'decimal', value: { places: random(256), digits: random(1_000) } },
      { '!': 'decimal', value: null },
      { '!': text(), value: text() },
      { low: random(100), high: random(3), unsigned: false },
    ])
  }
}
