import { isList, isObject, type Json, type SourceFile } from '../../model/document.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { type Found, referenceIn, referenceTarget } from '../../model/reference.js'
import { childPlace } from '../node.js'
import { type Kind, kindBelow } from './member-kind.js'
import { referenceTo } from './reference-to.js'

/** Where what was brought in really stands, by the key of the place that it was brought to. */
export type Origins = Map<string, Place>

export interface Bringing {
  readonly files: ReadonlyMap<string, SourceFile>
  readonly origins: Origins
}

/**
 * A value as it is written at a place where it does not stand: by reference where one is read, and its own references
 * leading where they led. A schema inside of one that had to be merged is written out, or each would become a type.
 */
export function bring(
  bringing: Bringing,
  kind: Kind,
  { found, at, isInside }: { readonly found: Found; readonly at: Place; readonly isInside: boolean },
): Json {
  const { files, origins } = bringing
  const { place, value } = found
  if (place.file === at.file && place.pointer === at.pointer) return value
  origins.set(placeKey(at), place)
  if (referenceIn(value) !== undefined) return led(bringing, found, at)
  const isByReference =
    kind === 'settings' || ((kind === 'object' || (kind === 'schema' && !isInside)) && isObject(value))
  if (isByReference) return { $ref: referenceTo(files, at.file, place) }
  if (kind === 'data' || (!isList(value) && !isObject(value))) return value
  const parts = Object.entries<Json>(value).map(([name, part]) => {
    const below = { found: { place: childPlace(place, name), value: part }, at: childPlace(at, name), isInside: true }
    return [name, bring(bringing, isList(value) ? 'schema' : kindBelow(kind, name), below)] as const
  })
  return isList(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

function led({ files }: Bringing, { place, value }: Found, at: Place): Json {
  const target = referenceTarget(files, { ref: referenceIn(value) ?? '', file: place.file })
  if (target.kind !== 'place' || !isObject(value)) return value
  return { ...value, $ref: referenceTo(files, at.file, target.place) }
}
