import { isList, isObject, type Json, type JsonObject } from '../../../model/document.js'
import type { OfficialDiagnostic } from '../../official.js'
import { remark } from '../rule.js'
import { type Spot, spotsAt } from '../walk.js'

/** A value that a document gives as an example or a default, and the schema that it has to fit. */
export interface Example {
  readonly code: string
  /** The place of the value. */
  readonly path: readonly string[]
  readonly value: Json
  readonly schema: Json
}

/**
 * The examples and defaults of a document of versions 2 that the official parser checks: not all of them, and not in
 * versions 3. What it says about the form of the list itself comes along.
 */
export function examplesIn(resolved: Json): {
  readonly examples: readonly Example[]
  readonly diagnostics: readonly OfficialDiagnostic[]
} {
  const holders = schemaWays.flatMap((way) => schemasAt(resolved, way))
  return {
    examples: [
      ...messageWays.flatMap((way) => spotsAt(resolved, way).flatMap(inMessage)),
      ...holders.flatMap(inSchema),
    ],
    diagnostics: holders.flatMap(listFaults),
  }
}

const operation = 'publish|subscribe'
const ofMessages = ['message', 'message oneOf *', 'message traits *', 'message oneOf * traits *']
const messageWays = [
  ...ofMessages.flatMap((way) => [`channels * ${operation} ${way}`, `components channels * ${operation} ${way}`]),
  'components messages *',
  'components messages * traits *',
  'components messageTraits *',
]

function inMessage({ path, value }: Spot): readonly Example[] {
  if (!isObject(value) || !isList(value.examples) || !isNamed(value)) return []
  const { schemaFormat, payload, headers } = value
  const isOther = schemaFormat !== undefined
  if (isOther && !payload) return []
  const code = isOther ? 'asyncapi2-message-examples-custom-format' : 'asyncapi2-message-examples'
  return value.examples.flatMap((example, i) => {
    if (!isObject(example)) return []
    const at = (part: string) => ({ code, path: [...path, 'examples', String(i), part] })
    const ofPayload = { value: example.payload, ...at('payload'), schema: isOther ? payload : orAny(payload, {}) }
    const ofHeaders = { value: example.headers, ...at('headers'), schema: orAny(headers, { type: 'object' }) }
    return [ofPayload, ...(isOther ? [] : [ofHeaders])].flatMap(asExample)
  })
}

type PossibleExample = Pick<Example, 'code' | 'path'> & { readonly [Part in 'value' | 'schema']: Json | undefined }

function asExample(part: PossibleExample): readonly Example[] {
  const { value, schema } = part
  return value === undefined || schema === undefined ? [] : [{ ...part, value, schema }]
}

function isNamed({ name = '', summary = '' }: JsonObject): boolean {
  return typeof name === 'string' && typeof summary === 'string'
}

function orAny(schema: Json | undefined, missing: Json): Json {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  return schema === undefined || !schema ? missing : schema
}

/** Ways to schemas; `payload` only where the message names no format. */
const schemaWays = [
  `channels * ${operation} message payload`,
  'channels * parameters * schema',
  `components channels * ${operation} message payload`,
  'components channels * parameters * schema',
  'components schemas *',
  'components parameters * schema',
  'components messages * payload',
  'components messageTraits * payload',
]

function schemasAt(resolved: Json, way: string): readonly Spot[] {
  if (!way.endsWith(' payload')) return spotsAt(resolved, way)
  const messages = spotsAt(resolved, way.replace(/ payload$/, ''))
  return messages.flatMap(({ path, value }) => {
    if (!isObject(value) || value.schemaFormat !== undefined || value.payload === undefined) return []
    return [{ path: [...path, 'payload'], value: value.payload }]
  })
}

/** The parser takes every text for fitting, here only. */
function inSchema({ path, value: schema }: Spot): readonly Example[] {
  if (!isObject(schema) || hasNoList(schema)) return []
  const { default: usual, examples = [] } = schema
  const listed = isList(examples) ? examples : []
  const found = [
    { code: 'asyncapi2-schema-default', path: [...path, 'default'], value: usual, schema },
    ...listed.map((value, i) => ({
      code: 'asyncapi2-schema-examples',
      path: [...path, 'examples', String(i)],
      value,
      schema,
    })),
  ]
  return found.flatMap(asExample).filter(({ value }) => typeof value !== 'string')
}

function hasNoList(schema: JsonObject): boolean {
  return schema.examples !== undefined && !isList(schema.examples)
}

function listFaults({ path, value }: Spot): readonly OfficialDiagnostic[] {
  if (!isObject(value) || !hasNoList(value)) return []
  const message = 'must be an object containing "default" or an "examples" array'
  const codes = value.default === undefined ? [] : ['asyncapi2-schema-default']
  return [...codes, 'asyncapi2-schema-examples'].map((code) => remark(code, message, path))
}
