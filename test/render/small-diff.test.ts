import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import type { Contract } from '../../generator/model/contract.js'
import type { Json, JsonObject } from '../../generator/model/document.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { render } from '../../generator/render/render.js'
import { documentOf } from '../build/document.js'
import { withFiles } from './compile.js'
import { readTemplates } from './templates.js'

const templates = readTemplates()

interface Part {
  readonly channel: string
  readonly message: string
  readonly eventType: string
  readonly groups: readonly string[]
  readonly errors: readonly string[]
  /** Schemas of its own, beside the payload. */
  readonly schemas: readonly string[]
}

/** A hundred channels as a company has them: some messages written out, some components, schemas shared, three groups. */
const hundred: readonly Part[] = Array.from({ length: 100 }, (_, i) => {
  const name = `Event${String(i).padStart(2, '0')}`
  return {
    channel: `event${name.slice('Event'.length)}`,
    message: `${name}Happened`,
    eventType: `${name}.happened`,
    groups: [['audit'], ['audit', 'billing'], ['mailing']][i % 3] ?? [],
    errors: i % 10 === 0 ? [`Gone${name}`] : [],
    schemas: i % 4 === 0 ? [`${name}Line`] : [],
  }
})

const newcomer: Part = {
  channel: 'aardvark',
  message: 'AardvarkSeen',
  eventType: 'aardvark.seen',
  groups: ['zoo'],
  errors: ['AardvarkHidden'],
  schemas: ['AardvarkBurrow'],
}

/** Every name that it brings is one that the hundred have already, or that theirs are made into. */
const clashing: Part = {
  channel: 'event50-happened',
  message: 'event50Happened',
  eventType: 'EVENT50_HAPPENED',
  groups: ['Audit'],
  errors: ['Event51HappenedMessage'],
  schemas: ['event52Happened', 'Event53HappenedMessage', 'AuditHandlers', 'EVENT54_HAPPENED', 'GoneEvent10', 'shared'],
}

function specOf(parts: readonly Part[]): JsonObject {
  return {
    asyncapi: '3.0.0',
    info: { title: 'A hundred channels', version: '1' },
    channels: Object.fromEntries(parts.map((part) => [part.channel, channelOf(part)])),
    components: {
      schemas: {
        ...Object.fromEntries(parts.flatMap(({ schemas, message }) => schemas.map((key) => [key, lineOf(message)]))),
        Shared: { type: 'object', properties: { currency: { type: 'string' } } },
      },
    },
  }
}

function lineOf(message: string): Json {
  return { type: 'object', properties: { [`of${message}`]: { type: 'string' } } }
}

function channelOf({ channel, message, eventType, groups, errors, schemas }: Part): JsonObject {
  const own = schemas.map((key, i): [string, Json] => [`part${i}`, { $ref: `#/components/schemas/${key}` }])
  return {
    address: `to.${channel}`,
    messages: {
      [message]: {
        payload: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string' },
            shared: { $ref: '#/components/schemas/Shared' },
            ...Object.fromEntries(own),
          },
        },
        headers: { type: 'object', properties: { tenant: { type: 'string' } } },
      },
    },
    bindings: { amqp: { is: 'routingKey', exchange: { name: 'events', type: 'topic' } } },
    'x-idempotency': {
      eventType,
      businessKey: ['id'],
      consumers: Object.fromEntries(groups.map((group) => [group, {}])),
      errorClasses: { business: errors },
    },
  }
}

interface Generated {
  readonly contract: Contract
  readonly files: ReadonlyMap<string, string>
}

/** What `generate` writes, and what it reads again the next time. */
async function generated(parts: readonly Part[], previous?: Contract): Promise<Generated> {
  const { contract, docs, findings } = build(documentOf(specOf(parts)), {}, previous)
  expect(findings.filter(isError)).toEqual([])
  const text = contractText(contract)
  const settings = { contract, contractText: text, docs, templates, specPath: '../spec.yaml' }
  const files: readonly OutputFile[] = await render({ ...settings, importExtension: 'js' })
  const own = files.filter(({ path }) => !path.startsWith('runtime/'))
  return { contract: readContract(text), files: new Map(own.map((file) => [file.path, file.text])) }
}

const before = generated(hundred)

describe.each([
  ['new names', newcomer],
  ['names that are all taken', clashing],
])('a channel with %s, added at the top of a hundred', (kind, part) => {
  test('changes only lines that concern it', async () => {
    const { contract, files } = await before
    const after = await generated([part, ...hundred], contract)
    const changed = await diffsOf(files, after.files)
    const lines = (side: 'added' | 'removed') => changed.reduce((sum, diff) => sum + diff[side].length, 0)
    const each = changed.map(({ path, added, removed }) => `${path} +${added.length} -${removed.length}`)
    const total = [...files.values()].reduce((sum, text) => sum + text.split('\n').length, 0)
    console.info(`${kind}: +${lines('added')} -${lines('removed')} of ${total} lines; ${each.join(', ')}`)
    expect([...files.keys()].filter((path) => !after.files.has(path))).toEqual([])
    // A line goes only where a list on it gets longer; it comes back with more in it.
    for (const { path, added, removed } of changed) {
      const lost = removed.filter((line) => !added.some((other) => continues(line, other)))
      expect({ path, lost }).toEqual({ path, lost: [] })
    }
    // What was there has its name still.
    for (const [place, name] of Object.entries(contract.names))
      expect([place, after.contract.names[place]]).toEqual([place, name])
    expect(lines('removed')).toBeLessThanOrEqual(3)
    expect(lines('added')).toBeLessThanOrEqual(500)
  })

  test('leaves the bytes as they were when it goes', async () => {
    const { contract, files } = await before
    const after = await generated([part, ...hundred], contract)
    const without = await generated(hundred, after.contract)
    expect([...without.files].filter(([path, text]) => text !== files.get(path)).map(([path]) => path)).toEqual([])
    expect([...without.files.keys()]).toEqual([...files.keys()])
  })
})

test('the order of channels and components does not matter', async () => {
  const { contract, files } = await before
  const parts = [clashing, ...hundred]
  // Every seventh, then the next of each seven, and so on.
  const shuffled = Array.from({ length: 7 }, (_, start) =>
    parts.filter((_part, i) => i % 7 === start).toReversed(),
  ).flat()
  expect((await generated(shuffled.filter((part) => part !== clashing))).files).toEqual(files)
  expect((await generated(shuffled, contract)).files).toEqual((await generated(parts, contract)).files)
})

/** Whether one line is the other with more in it: a comma, an import, an alternative. */
function continues(line: string, other: string): boolean {
  let at = 0
  for (const character of other) if (character === line[at]) at += 1
  return at === line.length
}

interface Diff {
  readonly path: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The lines of the unified diff that a reviewer is shown, by file. */
function diffsOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Promise<readonly Diff[]> {
  const files = [before, after].flatMap((texts, i) =>
    [...texts].map(([path, text]) => ({ path: `${i}/${path}`, text })),
  )
  return withFiles(files, (folder) => {
    return [...after.keys()].flatMap((path) => {
      const command = ['diff', '--no-index', '--no-color', '--unified=0', join('0', path), join('1', path)]
      const { stdout } = spawnSync('git', command, { cwd: folder, encoding: 'utf8' })
      const lines = stdout.split('\n').filter((line) => !/^(\+\+\+|---) /.test(line))
      const signed = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1))
      const [added, removed] = [signed('+'), signed('-')]
      return added.length + removed.length === 0 ? [] : [{ path, added, removed }]
    })
  })
}
