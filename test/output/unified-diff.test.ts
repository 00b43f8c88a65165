import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../generator/output/unified-diff.js'

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
const text = (...parts: readonly string[]) => parts.join('\n')

describe('unifiedDiff', () => {
  it('shows a changed line with three lines around it', () => {
    const before = text(...lines(1, 10))
    expect(unifiedDiff(before, before.replace('5', 'five'))).toBe(
      text('@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'),
    )
  })

  it('shows distant changes as hunks of their own and near ones as one', () => {
    const before = text(...lines(1, 30))
    const after = text('zero', ...lines(1, 3), ...lines(5, 28), '30')
    expect(unifiedDiff(before, after).match(/^@@.*$/gm)).toEqual(['@@ -1,7 +1,7 @@', '@@ -26,5 +26,4 @@'])
  })

  it('is empty for texts that differ in line ends only', () => {
    expect(unifiedDiff('a\nb\n', 'a\r\nb\r\n')).toBe('')
  })

  it('says how many lines it leaves out', () => {
    const diff = unifiedDiff('', text(...lines(1, 100)), 10)
    expect(diff.split('\n')).toHaveLength(11)
    expect(diff).toMatch(/… 92 more lines$/)
  })

  it('compares texts too long for the table as one block', () => {
    const before = Array.from({ length: 3000 }, (_, i) => `before ${i}`)
    const after = Array.from({ length: 3000 }, (_, i) => `after ${i}`)
    expect(unifiedDiff(text(...before), text(...after), 10_000).split('\n')).toHaveLength(6001)
  })

  it('gives a patch that turns the first text into the second', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((all) => all.join('\n'))
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        expect(applyPatch(before, unifiedDiff(before, after, Number.POSITIVE_INFINITY))).toBe(after)
      }),
    )
  })
})

/** A second reading of the format, by the ranges of its hunks. */
function applyPatch(before: string, patch: string): string {
  const source = before.split('\n')
  const result: string[] = []
  let at = 0
  for (const line of patch === '' ? [] : patch.split('\n')) {
    const start = /^@@ -(\d+),(\d+)/.exec(line)
    if (start !== null) {
      const from = Number(start[1]) - (start[2] === '0' ? 0 : 1)
      result.push(...source.slice(at, from))
      at = from
      continue
    }
    if (line.startsWith('+')) result.push(line.slice(1))
    else {
      expect(line.slice(1)).toBe(source[at])
      if (line.startsWith(' ')) result.push(line.slice(1))
      at++
    }
  }
  return [...result, ...source.slice(at)].join('\n')
}
