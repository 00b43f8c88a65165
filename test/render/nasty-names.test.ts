import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Built, build } from '../../generator/build/build.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { documentOf } from '../build/document.js'
import { type DocumentParts, documentFor, documentParts, nastyNames } from '../properties/nasty-document.js'
import { complaintsOfSeven } from './compile.js'
import { withExports } from './execute.js'
import { renderContract } from './render-contract.js'

/** One output among others that share its runtime. */
async function outputOf({ contract, docs }: Built, folder: string, first: boolean): Promise<readonly OutputFile[]> {
  const files = await renderContract(contract, { docs })
  return files
    .filter(({ path }) => path.endsWith('.ts') && (first || !path.startsWith('runtime/')))
    .map(({ path, text }) => {
      if (path.startsWith('runtime/')) return { path, text }
      return { path: `${folder}/${path}`, text: text.replaceAll("'./runtime/", "'../runtime/") }
    })
}

/** Without what the build refuses: this is about what it lets through. */
function allowed(parts: DocumentParts): DocumentParts {
  const channels = parts.channels.map((channel) => ({
    ...channel,
    groups: channel.groups.filter((group) => /^[^\p{Cc}\p{Surrogate}\s]+$/u.test(group)),
    errors: channel.errors.filter((error) => /^[A-Z]\w+$/.test(error) && !['Broker', 'Record'].includes(error)),
  }))
  return { ...parts, channels }
}

describe('what is generated from documents with nasty names', () => {
  test('compiles', async () => {
    const sampled = fc
      .sample(documentParts, { seed: 7, numRuns: 60 })
      .map((parts) => build(documentFor(allowed(parts))))
    const built = sampled.filter(({ findings }) => !findings.some(isError)).slice(0, 30)
    expect(built.length).toBeGreaterThan(15)
    const outputs = await Promise.all(built.map((one, i) => outputOf(one, `output${i}`, i === 0)))
    expect(await complaintsOfSeven(outputs.flat(), 'nodenext')).toBe('')
    // Packages that are compiled to CommonJS have names of their own in each module.
    const common = outputs.flat().concat({ path: 'package.json', text: '{ "type": "commonjs" }' })
    expect(await complaintsOfSeven(common, 'nodenext', { verbatimModuleSyntax: false })).toBe('')
  }, 120_000)
})

const names = nastyNames.filter((name) => name !== '')
// The header `businessKey` is idemgen's own.
const headerNames = names.filter((name) => name !== 'businessKey')
const parameters = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'then',
  'class',
  '1st',
  'a-b',
]

/** Every name for a property of the payload and for a header, all required; parameters as far as AsyncAPI allows. */
const nastyMembers = documentOf({
  asyncapi: '3.0.0',
  channels: {
    ['__proto__']: {
      address: parameters.map((name) => `{${name}}`).join('.'),
      messages: { Odd: { payload: membersOf(names), headers: membersOf(headerNames) } },
      parameters: Object.fromEntries(parameters.map((name) => [name, {}])),
      bindings: { amqp: { is: 'routingKey', exchange: { name: 'events', type: 'topic' } } },
      'x-idempotency': {
        businessKey: ['$message.payload#/__proto__', '$message.header#/constructor', '$parameter.toString'],
        consumers: { audit: {} },
      },
    },
  },
})

function membersOf(required: readonly string[]) {
  // As JSON.parse makes it: each name a member of its own.
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(required.map((name) => [name, { type: 'string' }])),
  }
}

describe('members of any name', () => {
  const built = build(nastyMembers)
  const output = renderContract(built.contract, { docs: built.docs })

  test('have in the types the name that they have on the wire', async () => {
    expect(built.findings.filter(isError)).toEqual([])
    const literal = (required: readonly string[]) => {
      const members = required.map((name) => `[${JSON.stringify(name)}]: 'x'`)
      return `{ ${members.join(', ')} }`
    }
    const service = [
      "import { type ProtoOdd, type ProtoOddHeaders, type ProtoOddMessage, protoOddKey } from './messages.js'",
      `export const payload: ProtoOdd = ${literal(names)}`,
      `export const headers: ProtoOddHeaders = ${literal(headerNames)}`,
      `export const parameters: ProtoOddMessage['parameters'] = ${literal(parameters)}`,
      'export const key: string = protoOddKey(payload, { headers, parameters })',
      ...names.map((name, i) => `export const member${i}: string = payload[${JSON.stringify(name)}]`),
      '// @ts-expect-error no other name will do',
      'export const other: string = payload.Other',
    ]
    expect(
      await complaintsOfSeven([...(await output), { path: 'service.ts', text: service.join('\n') }], 'nodenext'),
    ).toBe('')
  }, 60_000)

  test('are found in a message, even where objects have a member of that name by birth', async () => {
    await withExports(await output, 'messages.js', ({ protoOddKey }) => {
      const read = (...members: readonly string[]) => JSON.parse(`{ ${members.join(', ')} }`)
      const key = protoOddKey as (payload: unknown, others: unknown) => string
      const headers = read('"constructor": "b"')
      const others = { headers, parameters: read('"toString": "c"') }
      expect(key(read('"__proto__": "a"'), others)).toBe('Odd:a:b:c')
      expect(() => key({}, others)).toThrow()
      expect(() => key(read('"__proto__": "a"'), { ...others, headers: {} })).toThrow()
    })
  })

  test('are in the schemas as they are in the document', async () => {
    await withExports(await output, 'schemas.js', ({ schemas }) => {
      const { definitions } = schemas as { definitions: Record<string, { properties: object }> }
      const { properties } = definitions['#/channels/__proto__/messages/Odd/payload'] ?? { properties: {} }
      expect(Object.getOwnPropertyNames(properties).sort()).toEqual([...names].sort())
    })
  })
})
