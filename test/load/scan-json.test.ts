import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../generator/load/parse-json.js'

/** JSON.parse is the measure of what is JSON; equal keys are the one thing that it lets pass. */
function accepts(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const edits = fc.array(
  fc.record({
    at: fc.nat({ max: 200 }),
    remove: fc.nat({ max: 2 }),
    insert: fc.constantFrom(
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u00',
      '\n',
      '\t',
      '\u007f',
      '0',
      '-',
      '.',
      'e',
      'x',
      'null',
      '/',
    ),
  }),
  { maxLength: 3 },
)

test('takes exactly what JSON.parse takes, but for keys that stand twice', () => {
  fc.assert(
    fc.property(fc.json(), edits, (json, changes) => {
      let text = json
      for (const { at, remove, insert } of changes) text = text.slice(0, at) + insert + text.slice(at + remove)
      const parsed = parseJson(text)
      if ('value' in parsed) {
        expect(accepts(text)).toBe(true)
        expect(parsed.value).toEqual(JSON.parse(text))
      } else if (!parsed.fault.message.includes('stands twice')) {
        expect(accepts(text)).toBe(false)
        expect(parsed.fault.offset).toBeLessThanOrEqual(text.length)
      }
    }),
    { numRuns: 5000 },
  )
})

test('a long text and an unclosed one take no time to speak of', () => {
  const text = `"${'a\\n'.repeat(2_000_000)}`
  const started = performance.now()
  expect(parseJson(`${text}"`)).toHaveProperty('value')
  expect(parseJson(text)).toHaveProperty('fault')
  expect(performance.now() - started).toBeLessThan(2000)
})
