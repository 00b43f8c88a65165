import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import type { Contract } from '../../generator/model/contract.js'
import { isIdentifier } from '../../generator/model/identifier.js'
import { fixedExports } from '../../generator/model/runtime-exports.js'
import { emittedNames } from '../../generator/render/emitted-names.js'
import { type DocumentParts, documentFor, documentParts } from './nasty-document.js'

const runs = { numRuns: Number(process.env.NAMES_RUNS ?? 150) }

describe('the names of the output', () => {
  test('are valid and name one thing each, whatever the document calls its things', () => {
    fc.assert(
      fc.property(documentParts, (parts) => expectNames(contractOf(parts))),
      runs,
    )
  })

  test('stay when messages, schemas, groups and errors are added anywhere', () => {
    fc.assert(
      fc.property(documentParts, documentParts, fc.infiniteStream(fc.nat()), (parts, more, random) => {
        const before = contractOf(parts)
        const after = contractOf(added(parts, more, random), before)
        expectNames(after)
        expectKept(before, after)
      }),
      runs,
    )
  })

  test('are the same again when what was added goes, and what it had is free for others', () => {
    fc.assert(
      fc.property(documentParts, documentParts, fc.infiniteStream(fc.nat()), (parts, more, random) => {
        const before = contractOf(parts)
        // Where the channel that writes a message out comes and goes, another that uses it has its name by another place.
        const all = { ...added(parts, more, random), source: parts.source }
        const after = contractOf(all, before)
        const without = contractOf(parts, after)
        expect(contractText(without)).toBe(contractText(before))
        const again = contractOf(all, without)
        expect(contractText(again)).toBe(contractText(after))
      }),
      runs,
    )
  })

  test('stay when something is taken away', () => {
    fc.assert(
      fc.property(documentParts, fc.nat(), (parts, random) => {
        const before = contractOf(parts)
        const gone = random % Math.max(parts.channels.length, 1)
        const after = contractOf({ ...parts, channels: parts.channels.filter((_, i) => i !== gone) }, before)
        expectNames(after)
        expectKept(before, after)
      }),
      runs,
    )
  })

  test('do not depend on the order of a document', () => {
    fc.assert(
      fc.property(documentParts, documentParts, fc.infiniteStream(fc.nat()), (parts, more, random) => {
        const before = contractOf(parts)
        const all = added(parts, more, random)
        const shuffled = {
          source: all.source,
          channels: shuffle(all.channels, random).map((channel) => ({
            ...channel,
            messages: shuffle(channel.messages, random),
            groups: shuffle(channel.groups, random),
            errors: shuffle(channel.errors, random),
          })),
          components: shuffle(all.components, random),
          schemas: shuffle(all.schemas, random),
        }
        expect(contractText(contractOf(shuffled))).toBe(contractText(contractOf(all)))
        expect(contractText(contractOf(shuffled, before))).toBe(contractText(contractOf(all, before)))
      }),
      runs,
    )
  })

  test('are valid whatever somebody wrote into the contract of the run before', () => {
    const foreign = fc.constantFrom(
      'Order',
      'order',
      'a b',
      '',
      'class',
      'Broker',
      '__proto__',
      'then',
      'toString',
      '1',
    )
    fc.assert(
      fc.property(documentParts, fc.infiniteStream(foreign), (parts, names) => {
        const edited = JSON.parse(contractText(contractOf(parts)), (key, value: unknown) => {
          // Names stand as texts in two levels of records; what else is text there does not matter for names.
          return typeof value === 'string' && key !== 'type' && key !== 'in' ? names.next().value : value
        })
        const renamed = {
          ...edited,
          groups: renamedKeys(edited.groups, names),
          messages: renamedKeys(edited.messages, names),
        }
        expectNames(contractOf(parts, readContract(JSON.stringify(renamed))))
      }),
      runs,
    )
  })
})

function contractOf(parts: DocumentParts, previous?: Contract): Contract {
  const { contract } = build(documentFor(parts), {}, previous)
  // As it is read again in the next run.
  return readContract(contractText(contract))
}

/** What `more` brings, put somewhere among the parts. What both define is as it was. */
function added(parts: DocumentParts, more: DocumentParts, random: Iterator<number>): DocumentParts {
  const mix = <Item>(items: readonly Item[], others: readonly Item[], keyOf: (item: Item) => unknown) => {
    const known = new Set(items.map(keyOf))
    const mixed = [...items]
    for (const other of others.filter((item) => !known.has(keyOf(item)))) {
      mixed.splice((random.next().value ?? 0) % (mixed.length + 1), 0, other)
    }
    return mixed
  }
  // A component that was there without a definition of its own keeps the plain one.
  const plain = parts.channels.flatMap(({ messages }) => messages.flatMap(({ component }) => component ?? []))
  const components = more.components.filter(({ key }) => !plain.includes(key))
  return {
    source: parts.source ?? more.source,
    channels: mix(parts.channels, more.channels, ({ key }) => key),
    components: mix(parts.components, components, ({ key }) => key),
    schemas: mix(parts.schemas, more.schemas, (key) => key),
  }
}

function shuffle<Item>(items: readonly Item[], random: Iterator<number>): readonly Item[] {
  return items
    .map((item) => ({ item, at: random.next().value ?? 0 }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item)
}

function renamedKeys(record: object, names: Iterator<string>): object {
  return Object.fromEntries(Object.values(record).map((value) => [names.next().value, value]))
}

/** Each exported name by what it is the name of. */
function exportedNames(contract: Contract): ReadonlyMap<string, string> {
  const names = emittedNames(contract)
  const definitions = definitionsOf(contract)
  const entries = [
    ...[...names.types].map(([place, name]) => [`type ${place}`, name] as const),
    ...[...names.eventTypes].map(([eventType, name]) => [`constant ${eventType}`, name] as const),
    ...[...names.errors].map(([code, name]) => [`error ${code}`, name] as const),
    ...[...names.groups].flatMap(([id, { handlers, start }]) => {
      const group = contract.groups[id]?.group
      return [[`handlers ${group}`, handlers] as const, [`start ${group}`, start] as const]
    }),
    ...[...names.messages].flatMap(([id, { message, headers, keyFunction }]) => {
      const own = definitions.get(id) ?? [id]
      return own.flatMap((use) => [
        [`message ${use}`, message] as const,
        ...(contract.messages[id]?.headers === undefined ? [] : [[`headers ${use}`, headers] as const]),
        [`key ${use}`, keyFunction] as const,
        [`handler ${use}`, `on${id}`] as const,
      ])
    }),
  ]
  return new Map(entries)
}

/** By message: the channels that send it, each with its definition and what it means there. */
function definitionsOf({ publishers, messages }: Contract): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.values(publishers).map(({ message, channels }) => {
      const { from, eventType, key } = messages[message] ?? {}
      return [message, Object.keys(channels).map((channel) => JSON.stringify([channel, from, eventType, key]))]
    }),
  )
}

function expectKept(before: Contract, after: Contract): void {
  const names = exportedNames(after)
  const changed = [...exportedNames(before)].filter(([thing, name]) => names.has(thing) && names.get(thing) !== name)
  expect(changed.map(([thing, name]) => ({ thing, before: name, after: names.get(thing) }))).toEqual([])
}

function expectNames(contract: Contract): void {
  const { types, eventTypes, errors, groups, messages } = emittedNames(contract)
  const ownHeaders = (id: string, name: string) => types.get(contract.messages[id]?.headers ?? '') === name
  const all = [
    ...[...types.values(), ...eventTypes.values(), ...errors.values()],
    ...[...groups.values()].flatMap(({ handlers, start }) => [handlers, start]),
    ...[...messages].flatMap(([id, { message, headers, keyFunction }]) => {
      const named = contract.messages[id]?.headers === undefined || ownHeaders(id, headers) ? [] : [headers]
      return [message, keyFunction, ...named]
    }),
  ]
  expect(all.filter((name) => !isIdentifier(name) || fixedExports.has(name) || name === 'then')).toEqual([])
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([])
  expect(Object.keys(contract.schemas).filter((place) => !Object.hasOwn(contract.names, place))).toEqual([])
  for (const [kind, record] of Object.entries({
    messages: contract.messages,
    groups: contract.groups,
    publishers: contract.publishers,
  })) {
    const ids = Object.keys(record)
    expect([kind, ...ids.filter((id) => id.startsWith('__') || id in {} || id === 'then')]).toEqual([kind])
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length)
  }
}
