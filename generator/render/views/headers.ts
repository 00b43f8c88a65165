import type { MessageContract, PlaceKey } from '../../model/contract.js'
import { headersSource } from '../message-headers.js'
import { referencesIn } from '../references-in.js'
import { typeFromSchema } from '../types/from-schema.js'
import type { SchemaSource } from '../types/schema-reader.js'
import { anyObject, sameType, type Type } from '../types/type.js'

/** The headers of a message as its types show them. */
export interface HeadersType {
  readonly type: Type
  /** The declaration that the message itself makes for them; absent where they have a shared one. */
  readonly declaration?: { readonly place: PlaceKey; readonly name: string; readonly type: Type }
  /** The places whose declarations are referred to. */
  readonly roots: readonly PlaceKey[]
}

/** `name`: of the declaration, where one is needed. Undefined for a message whose headers are not described. */
export function headersType(message: MessageContract, name: string, allSources: SchemaSource): HeadersType | undefined {
  const place = message.headers
  if (place === undefined) return undefined
  const source = headersSource(place, allSources, message)
  // AsyncAPI wants an object here, and the types of the runtime as well; what may be something else says nothing.
  if ([...source.typesOf(place)].some((type) => type !== 'object')) return undefined
  const type = typeFromSchema({ schema: { $ref: place }, place }, source)
  if (type.kind === 'reference') return { type, roots: [place] }
  if (sameType(type, anyObject)) return undefined
  return { type: { kind: 'reference', name }, declaration: { place, name, type }, roots: namedPlaces(place, source) }
}

/** The named places that are met when the unnamed ones are written out. */
function namedPlaces(place: PlaceKey, source: SchemaSource): readonly PlaceKey[] {
  return referencesIn(source.schemaAt(place)).flatMap((target) => {
    return source.nameAt(target) !== undefined ? [target] : namedPlaces(target, source)
  })
}
