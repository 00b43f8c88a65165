import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { outside } from '../../generator/lint/checklist/outside.js'
import { points } from '../../generator/lint/checklist/points.js'
import { type Checklist, checklist } from '../../generator/lint/checklist.js'
import { ruleNames } from '../../generator/lint/rule-texts.js'
import { rules } from '../../generator/lint/rules/index.js'
import { runRules } from '../../generator/lint/run-rules.js'
import { loadDocument } from '../../generator/load/load-document.js'
import type { Document } from '../../generator/model/document.js'
import { checklistMarkdown } from '../../generator/report/checklist-markdown.js'
import { checklistText } from '../../generator/report/checklist-text.js'
import { baseText } from './case-folder.js'
import { putInto } from './put-into.js'

const base = baseText('checklist')

describe('each point', () => {
  /** What breaks it, in the document that breaks none. */
  const faults: Readonly<Record<string, string>> = {
    'key-is-stable': 'businessKey: [createdAt]',
    'ids-are-apart': 'businessKey: [requestId]',
    'groups-are-apart': 'consumers: { coupons: { queue: orders }, loyalty: { queue: orders } }',
    'one-transaction': 'strategy: { kind: cache, acceptLoss: true }',
    'errors-are-told-apart': 'errorClasses: { business: [], system: [] }',
    'ack-after-commit': receiving('{ ack: false }'),
    'survives-faults': 'queueType: classic',
    'records-end': 'retention: 1h',
    'failures-are-seen': 'retention: { processed: 14d, parked: 1h }',
    'id-of-sending-as-key': 'businessKey: [requestId]',
    'two-transactions': 'strategy: { kind: cache, acceptLoss: true }',
    'ack-too-early': receiving('{ ack: false }'),
    'endless-retries': 'errorClasses: { business: [], system: [] }',
    'prefetch-too-much': 'prefetch: 500',
    'cut-off-at-shutdown': 'handlerTimeout: 5m',
  }

  test('has a document that breaks it', () => {
    expect(Object.keys(faults)).toEqual(points.map(({ name }) => name))
    expect(points.filter(({ kind }) => kind === 'point')).toHaveLength(9)
    expect(points.filter(({ kind }) => kind === 'pitfall')).toHaveLength(6)
  })

  test.each(Object.entries(faults))('%s fails where it is broken, and only then', async (name, fault) => {
    const broken = await answered(putInto(base, fault))
    expect(failing(broken.made).map(([, point]) => point)).toContain(name)
    const sound = await answered(base)
    expect(failing(sound.made)).toEqual([])
  })
})

test('every rule belongs to a point, or it is said why not', () => {
  const asked = points.flatMap((point) => point.rules)
  const left = Object.values(outside).flat()
  const known = [...new Set([...asked, ...left])]
  expect(known.filter((name) => !ruleNames.has(name))).toEqual([])
  expect([...ruleNames].filter((name) => !known.includes(name))).toEqual([])
  expect(left.filter((name) => asked.includes(name))).toEqual([])
  expect(left).toEqual([...new Set(left)])
})

describe('a finding counts for the groups that it is about', () => {
  test.each([
    [
      'what one group binds its queue to',
      'consumers: { coupons: { bindTo: [{ routingKey: nothing.* }] }, loyalty: {} }',
      ['coupons'],
    ],
    ['an entry of one group', 'consumers: { coupons: { handlerTimeout: 5m }, loyalty: {} }', ['coupons']],
    ['the channel', '{ handlerTimeout: 5m, consumers: { coupons: {}, loyalty: {} } }', ['coupons', 'loyalty']],
    [
      'the channel, which one group does not take at its word',
      '{ handlerTimeout: 5m, consumers: { coupons: {}, loyalty: { handlerTimeout: 5s } } }',
      ['coupons'],
    ],
    ['the key', '{ businessKey: [createdAt], consumers: { coupons: {}, loyalty: {} } }', ['coupons', 'loyalty']],
    [
      'the root',
      `x-idempotency: { defaults: { handlerTimeout: 5m } }
channels: { orders: { x-idempotency: { consumers: { coupons: {}, loyalty: { handlerTimeout: 5s } } } } }`,
      ['coupons'],
    ],
    [
      'an operation of the channel',
      receiving('{ ack: false }', '{ consumers: { coupons: {}, loyalty: {} } }'),
      ['coupons', 'loyalty'],
    ],
  ])('said in %s', async (_, fault, groups) => {
    const { made } = await answered(putInto(base, fault))
    expect([...new Set(failing(made).map(([group]) => group))]).toEqual(groups)
    expect(made.elsewhere).toEqual([])
  })

  test('and for none where no group reads that part', async () => {
    const fault = `operations:
  sendPaid:
    action: send
    channel: { $ref: "#/channels/orders" }
    bindings: { amqp: { deliveryMode: 1 } }`
    const { made, text, markdown } = await answered(putInto(base, fault))
    expect(made.groups).toEqual([])
    expect(made.elsewhere.map(({ rule }) => rule)).toEqual(['message-transient'])
    expect(text).toMatch(/^spec\.yaml: no consumer group is generated from this document\n\nnot about one group\n/)
    expect(text).toMatch(/\nspec\.yaml:\d+:\d+ message-transient /)
    expect(markdown).toContain('### Not about one group')
  })
})

describe('its reports', () => {
  const broken = putInto(base, 'consumers: { coupons: { prefetch: 500 } }')

  test('say for each point how it stands, why, and where', async () => {
    const { text } = await answered(broken)
    await expect(text).toMatchFileSnapshot('checklist.txt')
  })
  test('are tables for a pull request', async () => {
    const { markdown } = await answered(broken)
    await expect(markdown).toMatchFileSnapshot('checklist.md')
  })
  test('hold nothing that a document could make of them', async () => {
    const name = 'a|b`<img src=//x>[l](https://x) @all\u202e'
    const { text, markdown } = await answered(
      putInto(base, JSON.stringify({ consumers: { [name]: { prefetch: 500 } } })),
    )
    expect(text).not.toContain('\u202e')
    expect(markdown).not.toMatch(/\u202e|<img|a\|b|\[l\]|:\/\/|@all/)
  })
})

function receiving(amqp: string, annotation = '{}'): string {
  return `operations:
  onPaid: { action: receive, channel: { $ref: "#/channels/orders" }, bindings: { amqp: ${amqp} } }
channels: { orders: { x-idempotency: ${annotation} } }`
}

function failing({ groups }: Checklist): readonly (readonly [string, string])[] {
  return groups.flatMap(({ group, answers }) => {
    return answers.flatMap(({ kind, point }) => (kind === 'fails' ? [[group, point.name] as const] : []))
  })
}

async function answered(text: string) {
  const document = await loaded(text)
  const { design, findings } = build(document)
  if (design === undefined) throw new Error('the document has no design')
  const made = checklist(design, [...findings, ...runRules(design, rules)])
  const report = { path: 'spec.yaml', document, checklist: made }
  return { made, text: checklistText(report), markdown: checklistMarkdown(report) }
}

async function loaded(text: string): Promise<Document> {
  const { document } = await loadDocument({ path: 'spec.yaml', cwd: '/', readFile: async () => Buffer.from(text) })
  if (document === undefined) throw new Error('the document does not load')
  return document
}
