import type { MessageContract } from '../../model/contract.js'
import { typeFromSchema } from '../types/from-schema.js'
import type { SchemaSource } from '../types/schema-reader.js'
import { keyword, type Type, unknownType } from '../types/type.js'

/** Any JSON value where the message has no payload. */
export function payloadType(message: MessageContract, source: SchemaSource): Type {
  if (message.payload === undefined) return unknownType
  return typeFromSchema({ schema: { $ref: message.payload }, place: message.payload }, source)
}

/** The parameters of the message's addresses; undefined where it has none. */
export function parametersType({ parameters }: MessageContract): Type | undefined {
  if (parameters.length === 0) return undefined
  const members = parameters.map((name) => ({ name, type: keyword('string'), optional: false, doc: { lines: [] } }))
  return { kind: 'object', members }
}
