import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { type Found, referenceIn } from '../../model/reference.js'
import { childPlace } from '../node.js'
import { type Bringing, bring } from './bring.js'
import { type Kind, kindBelow } from './member-kind.js'
import { referenceTo } from './reference-to.js'

/** A list that a later one replaced. */
export interface Replaced {
  readonly kind: Kind
  /** The name of the list: `required`. */
  readonly name: string
  readonly lost: Found
  readonly winner: Found
}

/** The values of one member, and where the result will stand. */
export interface Layered {
  readonly name: string
  readonly layers: readonly Found[]
  readonly at: Place
  /** A part of a value that is merged. */
  readonly isInside: boolean
}

export interface Merging extends Bringing {
  readonly follow: (found: Found) => Found | undefined
  readonly replaced: (lists: Replaced) => void
  /** Where values were merged before, in the object that is being made: what recurs refers to it. */
  readonly merged: Map<string, Place>
}

/**
 * What several values that stand for one come to, the later ones over the earlier: a JSON merge patch (RFC 7386), as
 * the official parser makes it. Objects merge deeply, `null` takes a member away, anything else replaces. Only where
 * objects have to be merged is a reference resolved, and only that one.
 */
export function mergeLayers(merging: Merging, kind: Kind, layered: Layered): Json | undefined {
  const { layers, at, name, isInside } = layered
  const last = layers.at(-1)
  if (last === undefined) return undefined
  const ends = layers.flatMap((layer) => {
    const end = isReferable(kind) ? merging.follow(layer) : layer
    return end === undefined ? [] : [{ layer, end }]
  })
  reportReplaced(merging, kind, { name, ends: ends.map(({ end }) => end) })
  // What stands before a value that is no object is gone.
  const first = ends.findLastIndex(({ end }) => !isObject(end.value)) + 1
  const objects = ends.slice(first)
  const places = new Set(objects.map(({ end }) => placeKey(end.place)))
  const top = ends.at(-1)?.layer ?? last
  // Members beside a `$ref` are reported where the value is read.
  if (places.size < 2 || objects.some(({ layer }) => hasSiblings(layer)))
    return bring(merging, kind, { found: top, at, isInside })
  const key = JSON.stringify([kind, ...places])
  const before = isReferable(kind) ? merging.merged.get(key) : undefined
  // What recurs: merged once, and referred to.
  if (before !== undefined) return { $ref: referenceTo(merging.files, at.file, before) }
  merging.merged.set(key, at)
  if (!objects.some(({ layer }) => placeKey(layer.place) === placeKey(at))) merging.origins.set(placeKey(at), top.place)
  return mergeMembers(merging, kind, { objects: objects.map(({ end }) => end), at })
}

function mergeMembers(
  merging: Merging,
  kind: Kind,
  { objects, at }: { readonly objects: readonly Found[]; readonly at: Place },
): Json {
  const members = new Map<string, Found[]>()
  for (const { place, value } of objects) {
    for (const [name, member] of Object.entries<Json>(value as JsonObject)) {
      const layers = members.get(name) ?? []
      members.set(name, layers)
      layers.push({ place: childPlace(place, name), value: member })
    }
  }
  const entries = [...members].flatMap(([name, all]) => {
    // A null of data alone is a value; the null of a setting takes away what is not there.
    const taken = all.length === 1 && kind !== 'settings' ? 0 : all.findLastIndex(({ value }) => value === null) + 1
    const inner = { layers: all.slice(taken), at: childPlace(at, name), name, isInside: true }
    const value = mergeLayers(merging, kindBelow(kind, name), inner)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function reportReplaced(
  merging: Merging,
  kind: Kind,
  { name, ends }: { readonly name: string; readonly ends: readonly Found[] },
): void {
  for (const [i, winner] of ends.entries()) {
    const lost = ends[i - 1]
    if (lost !== undefined && Array.isArray(lost.value) && Array.isArray(winner.value)) {
      merging.replaced({ kind, name, lost, winner })
    }
  }
}

function isReferable(kind: Kind): boolean {
  return kind === 'settings' || kind === 'schema' || kind === 'object'
}

function hasSiblings({ value }: Found): boolean {
  return referenceIn(value) !== undefined && isObject(value) && Object.keys(value).length > 1
}
