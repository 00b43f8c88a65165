import { expect, test } from 'vitest'
import { didYouMean } from '../../generator/model/did-you-mean.js'

const keys = ['businessKey', 'consumers', 'consumerGroup', 'queue', 'queueType', 'retry', 'is', 'keyVersion']

test.each([
  ['bussinessKey', 'businessKey'],
  ['businesskey', 'businessKey'],
  ['BUSINESS_KEY', 'businessKey'],
  ['buisnessKey', 'businessKey'],
  ['consumer', 'consumers'],
  ['consumergroups', 'consumerGroup'],
  ['queu', 'queue'],
  ['qeuue', 'queue'],
  ['rety', 'retry'],
  ['si', 'is'],
])('%s is taken for %s', (word, meant) => {
  expect(didYouMean(word, keys)).toBe(meant)
})

test.each(['', 'x', 'i', 'idempotencyToken', 'park', 'retention'])('%j resembles none of the keys', (word) => {
  expect(didYouMean(word, keys)).toBeUndefined()
})

test('a swap of two neighbours is one mistake', () => {
  expect(didYouMean('fiel', ['life', 'feil'])).toBe('feil')
})

test('the nearest wins, and the first of two that are equally near', () => {
  expect(didYouMean('orderIt', ['orderIds', 'orderId', 'orderIs'])).toBe('orderId')
})

test('an empty candidate is never suggested', () => {
  expect(didYouMean('a', [''])).toBeUndefined()
  expect(didYouMean('abc', [])).toBeUndefined()
})

test('candidates of any length are compared in time that does not hurt', () => {
  const long = 'k'.repeat(10_000)
  expect(didYouMean('short', [long])).toBeUndefined()
})
