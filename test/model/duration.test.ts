import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationText, parseDuration } from '../../generator/model/duration.js'

test.each([
  ['250ms', 250],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['14d', 1_209_600_000],
  ['999999999d', 86_399_999_913_600_000],
])('%s is %d milliseconds', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds))

test.each(['', '0s', '5', 's', '-1s', '1.5h', '1 s', ' 1s', '1S', '1w', '01s', '1s1s', '1000000000ms', '1m\n'])(
  '%j is no duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
)

test('milliseconds are written in the largest unit that fits, and read back', () => {
  expect([90_000, 86_400_000, 1_500, 604_800_000].map(durationText)).toEqual(['90s', '1d', '1500ms', '7d'])
  fc.assert(fc.property(fc.integer({ min: 1, max: 999_999_999 }), (ms) => parseDuration(durationText(ms)) === ms))
})
