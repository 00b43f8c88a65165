import { describe, expect, test } from 'vitest'
import { isTimeFormat, namesMoment, volatileKind, whyVolatile } from '../../generator/model/volatile.js'

describe('a field differs with every sending', () => {
  test.each(
    `createdAt created_at CREATED-AT sentAt updatedAt occurredAt paidAt timestamp eventTimestamp ts sentOn updated_on
    eventTime sendTime publishedDate nonce clientNonce randomSeed salt messageId message_id requestId X-Request-ID
    correlationId causationId traceId otelTraceId spanId parentSpanId traceparent traceState attempt retryCount
    deliveryCount hostname hostName podName pid createdAtMs timestampUtc lastUpdated dateCreated deliveryTag`.split(
      /\s+/,
    ),
  )('by its name: %s', (name) => expect(whyVolatile({ name })).toBeTypeOf('string'))

  test.each(['date-time', 'date', 'time'])('by its format: %s', (format) => {
    expect(whyVolatile({ name: 'due', format })).toBe('is a time')
    expect(isTimeFormat(format)).toBe(true)
  })
})

describe('a field belongs to the event', () => {
  test.each(
    `orderId userId eventId transactionId announcement format chat flat basedOn leadTime birthdate leaveRequestId
    status amount at on saltwater attempts trace host instanceId sequence version retryable asphalt 東京 ms leadTimeMs deliveryId lastName dateline`.split(
      /\s+/,
    ),
  )('by its name: %s', (name) => expect(whyVolatile({ name })).toBeUndefined())

  test.each(['uuid', 'email', 'duration', 'uri'])('by its format: %s', (format) => {
    expect(whyVolatile({ name: 'due', format })).toBeUndefined()
    expect(isTimeFormat(format)).toBe(false)
  })
})

describe('a time is told apart', () => {
  test.each('createdAt sent_on timestamp eventTs updatedTime lastUpdated'.split(' '))('made or sent: %s', (name) => {
    expect(namesMoment(name)).toBe(true)
  })

  test.each('paidAt measuredAt dueDate startTime day'.split(' '))('of the thing itself: %s', (name) => {
    expect(namesMoment(name)).toBe(false)
  })

  test('from what is volatile for other reasons', () => {
    const kinds = ['paidAt', 'nonce', 'messageId', 'attempt', 'hostname'].map((name) => volatileKind({ name }))
    expect(kinds).toEqual(['time', 'random', 'sending', 'tries', 'sender'])
  })
})
