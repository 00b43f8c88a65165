import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { rules } from '../../generator/lint/rules/index.js'
import { runRules } from '../../generator/lint/run-rules.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { judge } from './judge.js'
import { channelOf, ordinaryEvents } from './ordinary-events.js'

// An alarm about nothing costs more than a fault that is missed: whoever meets one turns lint off.

test.for(ordinaryEvents)('nothing is wrong with the key of $name', async (event) => {
  const { lines } = await judge(documentWith([event]), '')
  expect(lines).toEqual([])
})

test('nothing is wrong with all of these events in one document', async () => {
  const { lines } = await judge(documentWith(ordinaryEvents), '')
  expect(lines).toEqual([])
})

const specs = fileURLToPath(new URL('../../specs', import.meta.url))

test.for(readdirSync(specs).filter((name) => name.endsWith('.yaml')))(
  'nothing is wrong with specs/%s',
  async (name) => {
    const { document } = await loadDocument({ path: name, cwd: specs })
    const { design } = document === undefined ? {} : build(document)
    expect(design).toBeDefined()
    expect(readFileSync(`${specs}/${name}`, 'utf8')).toContain('x-idempotency')
    // What --strict finds is a matter of taste.
    const always = rules.filter(({ strict }) => strict !== true)
    expect(design === undefined ? [] : runRules(design, always)).toEqual([])
  },
)

function documentWith(events: typeof ordinaryEvents): string {
  const channels = Object.fromEntries(events.map((event) => [event.name, channelOf(event)]))
  return JSON.stringify({ asyncapi: '3.0.0', info: { title: 'Company', version: '1.0.0' }, channels })
}
