import { Parser } from '@asyncapi/parser'
import type { Channel } from '../../generator/build/channel.js'
import { type Context, createContext } from '../../generator/build/context.js'
import { toJson } from '../../generator/build/located.js'
import { asNode, below } from '../../generator/build/node.js'
import { readChannels } from '../../generator/build/read-channels.js'
import { applyTraits } from '../../generator/build/traits/apply-traits.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { isList, isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import type { Found } from '../../generator/model/reference.js'
import type { MergeCase } from './merge-cases.js'

export type Version = '2.6.0' | '3.0.0'

const folder = '/document'
/** What an operation or a message is about, not what it says of itself. */
const ties = ['traits', 'message', 'messages', 'channel', 'action', 'operationId', 'payload']

/** What the official parser makes of the operation or the message of each case: all in one document, parsed once. */
export async function parsedByOthers(merges: readonly MergeCase[], version: Version): Promise<readonly JsonObject[]> {
  const read = (uri: { readonly path: () => string }) => JSON.stringify(fileOf(merges, version, uri.path()))
  const resolvers = [{ schema: 'file', order: 1, canRead: true, read }]
  const parser = new Parser({ __unstable: { resolver: { cache: false, resolvers } } })
  // The comment makes it YAML: the parser takes JSON for what it has parsed before.
  const text = `#\n${JSON.stringify(spec(merges, version))}`
  const { document, diagnostics } = await parser.parse(text, { source: `${folder}/spec.json` })
  if (document === undefined) throw new Error(JSON.stringify(diagnostics.filter(({ severity }) => severity === 0)))
  const json: unknown = document.json()
  return merges.map(({ on }, i) => {
    const operation = version === '3.0.0' ? ['operations', `o${i}`] : ['channels', `c${i}`, 'publish']
    const way = on === 'message' ? ['components', 'messages', `M${i}`] : operation
    return untied(way.reduce<Json>((value, name) => (isObject(value) ? (value[name] ?? null) : null), json as Json))
  })
}

/** What idemgen reads. */
export async function readByUs(merges: readonly MergeCase[], version: Version): Promise<readonly JsonObject[]> {
  const readFile = async (path: string) => new TextEncoder().encode(JSON.stringify(fileOf(merges, version, path)))
  const { document, findings } = await loadDocument({ path: 'spec.json', cwd: folder, readFile })
  if (document === undefined || findings.length > 0) throw new Error(JSON.stringify(findings))
  const files = applyTraits(document).document.files
  const context = createContext(files)
  const root = asNode({ place: { file: '', pointer: '' }, value: files.get('')?.value ?? null })
  const channels = root === undefined ? [] : readChannels(context, root, { newer: false, perspective: 'application' })
  return merges.map((merge, i) => partOf(context, merge, channels[i]))
}

function partOf(context: Context, merge: MergeCase, channel: Channel | undefined): JsonObject {
  const part = merge.on === 'message' ? channel?.messages[0] : channel?.receives[0]
  if (part === undefined) throw new Error('nothing was read')
  const { 'x-idempotency': _, ...others } = untied(resolved(context, part.node))
  const written = part.annotation?.written
  return { ...others, ...(written === undefined ? {} : { 'x-idempotency': toJson(written) }) }
}

function fileOf(merges: readonly MergeCase[], version: Version, path: string): Json {
  const name = path.slice(folder.length + 1)
  if (name === 'spec.json') return spec(merges, version)
  return merges.map(({ files }) => files?.[name]).find((file) => file !== undefined) ?? null
}

const headers: JsonObject = {
  type: 'object',
  required: ['extra'],
  properties: { extra: { type: 'string', minLength: 1 }, own: { type: 'string' } },
}

function spec(merges: readonly MergeCase[], version: Version): JsonObject {
  const cases = merges.map((merge, i) => caseIn(merge, i, version))
  const joined = (name: 'channels' | 'operations' | 'messages' | 'parts') => {
    return Object.fromEntries(cases.flatMap((each) => Object.entries(each[name])))
  }
  return {
    asyncapi: version,
    info: { title: 'Merging', version: '1.0.0' },
    channels: joined('channels'),
    ...(version === '3.0.0' ? { operations: joined('operations') } : {}),
    components: {
      messages: joined('messages'),
      schemas: { Headers: headers, Extra: { type: 'string' } },
      operationBindings: { own: { amqp: { userId: 'own', priority: 1 } } },
      'x-parts': joined('parts'),
    },
  }
}

function caseIn(shared: MergeCase, i: number, version: Version) {
  const text = JSON.stringify(shared).replaceAll('#/components/x-parts/', `#/components/x-parts/${i}/`)
  const { on, own, traits, parts = {} }: MergeCase = JSON.parse(text)
  const withTraits: JsonObject = { ...own, traits }
  const operation = on === 'operation' ? withTraits : {}
  const message: JsonObject = { payload: { type: 'string' }, ...(on === 'message' ? withTraits : {}) }
  const reference = { $ref: `#/components/messages/M${i}` }
  const isOld = version === '2.6.0'
  const old: JsonObject = { publish: { operationId: `o${i}`, ...operation, message: reference } }
  const channel: JsonObject = isOld ? old : { address: `c${i}`, messages: { M: reference } }
  const acting: JsonObject = { action: 'receive', channel: { $ref: `#/channels/c${i}` }, ...operation }
  return {
    channels: { [`c${i}`]: channel },
    operations: { [`o${i}`]: acting },
    messages: { [`M${i}`]: message },
    parts: { [i]: parts },
  }
}

/** The value with every reference followed, as the parser gives it. */
function resolved(context: Context, found: Found): Json {
  const end = context.follow(found)
  if (end === undefined) throw new Error(`nothing at ${JSON.stringify(found)}`)
  if (isList(end.value)) return end.value.map((item, i) => resolved(context, below(end, i, item)))
  if (!isObject(end.value)) return end.value
  const names = Object.entries(end.value).filter(([name]) => !ties.includes(name))
  return Object.fromEntries(names.map(([name, member]) => [name, resolved(context, below(end, name, member))]))
}

function untied(value: Json): JsonObject {
  const unmarked = withoutMarks(value)
  if (!isObject(unmarked)) throw new Error('there is no such object')
  return Object.fromEntries(Object.entries(unmarked).filter(([name]) => !ties.includes(name)))
}

/** Without what the parser writes into what it has parsed. */
function withoutMarks(value: Json): Json {
  if (isList(value)) return value.map(withoutMarks)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([name]) => !name.startsWith('x-parser-'))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutMarks(member)]))
}
