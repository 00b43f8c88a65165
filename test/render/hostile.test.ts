import { expect, test } from 'vitest'
import type { Contract, Docs, PublishChannelContract } from '../../generator/model/contract.js'
import { camelName } from '../../generator/model/identifier.js'
import { joinPointer } from '../../generator/model/pointer.js'
import { attacks } from './attacks.js'
import { complaints } from './compile.js'
import { channel, contractWith, group, message, queue } from './contracts.js'
import { withExports } from './execute.js'
import { renderContract } from './render-contract.js'

/** One message, publisher and group for each attack, with the attack wherever a spec's author is free. */
function hostileContract(): { readonly contract: Contract; readonly docs: Docs } {
  const parts = attacks.map((attack, i) => hostileParts(attack, `Evil${i}`))
  const merged = <Key extends keyof Contract>(key: Key) => Object.assign({}, ...parts.map((part) => part.contract[key]))
  const keys = ['names', 'messages', 'publishers', 'groups', 'schemas'] as const
  const contract = contractWith({
    ...Object.fromEntries(keys.map((key) => [key, merged(key)])),
    exchanges: Object.fromEntries(
      attacks.map((attack) => [attack, { type: 'topic', durable: true, autoDelete: false }]),
    ),
  })
  return { contract, docs: Object.assign({}, ...parts.map(({ docs }) => docs)) }
}

function hostileParts(attack: string, name: string): { readonly contract: Partial<Contract>; readonly docs: Docs } {
  const from = `#/components/messages${joinPointer('', `${name}${attack}`)}`
  const payload = `${from}/payload`
  const headers = `${from}/headers`
  const scalar = { enum: [attack], pattern: attack.replace(/[^a-z ]/g, '.'), default: attack, format: attack }
  const parameter = `${from}/parameter`
  const location = { in: 'payload', path: [attack] } as const
  const settings = { [attack]: { from: parameter, values: [attack, 'plain'], default: attack, location } }
  const reply = { parameters: [attack], parameterSettings: settings, required: ['replyTo'] } as const
  const publishing = { exchange: attack, routingKey: attack, userId: attack, cc: [attack] }
  const binding = { exchange: attack, routingKey: attack, arguments: { [attack]: attack } }
  const doc = { title: attack, description: attack, examples: [attack, { [attack]: attack }] }
  const places = [from, payload, headers, parameter, `${payload}${joinPointer('', 'properties', attack)}`]
  // Where nothing follows the words in the comment.
  const plain = { [`${payload}/properties/plain`]: { description: attack } }
  const contract: Partial<Contract> = {
    names: { [payload]: name, [headers]: `${name}Headers` },
    messages: {
      [name]: message(from, {
        eventType: attack,
        payload,
        headers,
        key: [
          { in: 'payload', path: [attack, 'x'], type: 'string' },
          { in: 'header', path: [attack], type: 'string' },
          { in: 'parameter', path: [attack], type: 'string' },
        ],
        fingerprint: { version: attack, ignore: [[attack]] },
        sensitive: [[attack]],
        addresses: [attack],
        parameters: [attack],
        match: { messageType: attack, const: { path: [attack], value: attack } },
        contentType: attack,
        contentEncoding: attack,
        type: attack,
        parameterSettings: settings,
        correlationId: { in: 'header', path: [attack] },
        replyTo: { in: 'payload', path: [attack] },
        replies: [name],
      }),
    },
    publishers: {
      [camelName(name)]: {
        message: name,
        channels: {
          [attack]: channel(`#/channels${joinPointer('', attack)}`, publishing),
          other: channel('#/channels/other', { exchange: '', routingKey: attack, ...reply }),
        },
      },
    },
    groups: {
      [camelName(name)]: group(attack, [queue(attack, [name], { bindings: [binding] })], {
        errors: { business: [attack], system: [`${attack}2`], default: 'system' },
      }),
    },
    schemas: {
      [payload]: {
        type: 'object',
        required: [attack],
        properties: { plain: { type: 'string' }, [attack]: scalar },
        patternProperties: { x: { const: { [attack]: attack } } },
      },
      [headers]: { type: 'object', required: [attack], properties: { [attack]: { type: 'string' } } },
    },
  }
  return { contract, docs: { ...Object.fromEntries(places.map((place) => [place, doc])), ...plain } }
}

const { contract, docs } = hostileContract()
const output = renderContract(contract, { docs, specPath: `../${attacks.join('')}.yaml` })

test('the output of a hostile spec compiles', async () => {
  expect(complaints(await output)).toEqual([])
}, 60_000)

test('the output of a hostile spec does nothing when it is loaded', async () => {
  await withExports(await output, 'index.js', (exports) => {
    expect(Object.hasOwn(globalThis, 'attacked')).toBe(false)
    expect(Object.values(exports)).toEqual(expect.arrayContaining([...attacks]))
  })
})

test('the data in the output of a hostile spec are the spec`s, unchanged', async () => {
  await withExports(await output, 'contract.js', ({ messages, publishers, groups, exchanges }) => {
    expect(messages).toMatchObject(
      valuesOf(contract.messages, ({ from, payload, headers, replies, parameterSettings, ...rest }) => rest),
    )
    expect(groups).toEqual(valuesOf(contract.groups, ({ from, ...rest }) => rest))
    expect(Object.keys(exchanges as object).sort()).toEqual([...attacks].sort())
    const channels = valuesOf(contract.publishers, ({ message: sent, channels: to }) => {
      return { message: sent, channels: valuesOf(to, withoutPlaces) }
    })
    expect(publishers).toEqual(channels)
  })
})

test('no file of the output of a hostile spec holds an invisible character or the end of a script element', async () => {
  const found = (await output)
    .filter(({ path }) => path.endsWith('.ts') && !path.startsWith('runtime/'))
    .flatMap(({ path, text }) => text.split('\n').map((line, i) => ({ at: `${path}:${i + 1}`, line })))
    .filter(({ line }) => /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]|\p{Surrogate}|<\//u.test(line))
  expect(found).toEqual([])
})

function withoutPlaces({ from, parameterSettings, ...rest }: PublishChannelContract): object {
  if (parameterSettings === undefined) return rest
  return { ...rest, parameterSettings: valuesOf(parameterSettings, ({ from: _, ...settings }) => settings) }
}

function valuesOf<Value>(record: Readonly<Record<string, Value>>, change: (value: Value) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
