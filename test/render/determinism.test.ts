import { describe, expect, test } from 'vitest'
import type { Contract } from '../../generator/model/contract.js'
import { camelName } from '../../generator/model/identifier.js'
import { channel, contractWith, group, message, orders, ordersDocs, queue } from './contracts.js'
import { renderContract } from './render-contract.js'

test('the same contract gives the same bytes', async () => {
  expect(await renderContract(orders, { docs: ordersDocs })).toEqual(await renderContract(orders, { docs: ordersDocs }))
})

test('the order of names in the contract does not matter', async () => {
  const reversed = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).reverse())
  const turned: Contract = {
    ...orders,
    names: reversed(orders.names),
    messages: reversed(orders.messages),
    publishers: reversed(orders.publishers),
    groups: reversed(orders.groups),
    exchanges: reversed(orders.exchanges),
    schemas: reversed(orders.schemas),
  }
  const withoutJson = (files: readonly { readonly path: string }[]) =>
    files.filter(({ path }) => path !== 'contract.json')
  expect(withoutJson(await renderContract(turned))).toEqual(withoutJson(await renderContract(orders)))
})

/** Messages that share a schema, a group and an exchange. */
function manyMessages(names: readonly string[]): Contract {
  const each = <Value>(value: (name: string) => readonly [string, Value]) => Object.fromEntries(names.map(value))
  const payload = (name: string) => `#/components/messages/${name}/payload`
  return contractWith({
    names: { ...each((name) => [payload(name), name]), '#/components/schemas/Item': 'Item' },
    messages: each((name) => [name, message(`#/components/messages/${name}`, { payload: payload(name) })]),
    publishers: each((name) => [
      camelName(name),
      { message: name, channels: { [name]: channel(`#/channels/${name}`) } },
    ]),
    groups: { audit: group('audit', [queue('audit', names)]) },
    exchanges: { 'order.event.exchange': { type: 'topic', durable: true, autoDelete: false } },
    schemas: {
      ...each((name) => [
        payload(name),
        { type: 'object', properties: { [`of${name}`]: { $ref: '#/components/schemas/Item' } } },
      ]),
      '#/components/schemas/Item': { type: 'object', properties: { sku: { type: 'string' } } },
    },
  })
}

describe('a message added to thirty', () => {
  const names = Array.from({ length: 30 }, (_, i) => `Happened${String(i).padStart(2, '0')}`)

  test.each(['Happened145', 'AAnother', 'ZAnother'])('changes only lines about it: %s', async (added) => {
    const before = new Map(
      (await renderContract(manyMessages(names))).map(({ path, text }) => [path, text.split('\n')]),
    )
    const after = await renderContract(manyMessages([...names, added].sort()))
    for (const { path, text } of after.filter((file) => file.path !== 'contract.json')) {
      const lines = text.split('\n')
      const kept = commonLines(before.get(path) ?? [], lines)
      const [removed, inserted] = [(before.get(path)?.length ?? 0) - kept, lines.length - kept]
      // Nothing goes, and what comes is the message's own: every other line stands where it stood among the others.
      expect([path, removed]).toEqual([path, 0])
      const own = lines.filter((line) => line.toLowerCase().includes(added.toLowerCase()))
      expect([path, inserted > 0]).toEqual([path, own.length > 0])
    }
  })
})

/** The length of the longest common subsequence: the lines that a diff keeps. */
function commonLines(left: readonly string[], right: readonly string[]): number {
  let previous = new Array<number>(right.length + 1).fill(0)
  for (const line of left) {
    const current = [0]
    for (const [i, other] of right.entries()) {
      current.push(line === other ? (previous[i] ?? 0) + 1 : Math.max(previous[i + 1] ?? 0, current[i] ?? 0))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
