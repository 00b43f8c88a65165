import { isList, isObject, type Json } from '../model/document.js'
import { joinPointer, type Place, placeKey } from '../model/pointer.js'
import { type Found, referenceIn } from '../model/reference.js'
import type { Context } from './context.js'

/** A value of the annotation with the place of each of its parts, references followed. */
export type Located = LocatedScalar | LocatedList | LocatedObject

export interface LocatedScalar {
  readonly kind: 'scalar'
  readonly place: Place
  readonly value: null | boolean | number | string
}
export interface LocatedList {
  readonly kind: 'list'
  readonly place: Place
  readonly items: readonly Located[]
}
export interface LocatedObject {
  readonly kind: 'object'
  readonly place: Place
  readonly members: ReadonlyMap<string, Located>
}

/** Annotations are a few levels deep; only a hostile one gets here. */
const deepest = 30

/**
 * The value with its places. A `$ref` stands for what it refers to; members beside it are reported, since parsers drop
 * them without a word. A reference that leads nowhere gives nothing: the loader has reported it.
 */
export function locateAll(context: Context, start: Found): Located | undefined {
  return locate(start, [])

  function locate(found: Found, above: readonly string[]): Located | undefined {
    const target = followed(context, found)
    if (target === undefined) return undefined
    const { place, value } = target
    const key = placeKey(place)
    if (above.includes(key) || above.length > deepest) {
      context.report(circle(found.place))
      return undefined
    }
    const inside = [...above, key]
    if (isList(value)) return { kind: 'list', place, items: children(place, [...value.entries()], inside).map(second) }
    if (isObject(value)) {
      return { kind: 'object', place, members: new Map(children(place, Object.entries(value), inside)) }
    }
    return { kind: 'scalar', place, value }
  }

  function children<Name extends string | number>(
    parent: Place,
    entries: readonly (readonly [Name, Json])[],
    above: readonly string[],
  ): readonly (readonly [Name, Located])[] {
    return entries.flatMap(([name, value]) => {
      const place = { file: parent.file, pointer: joinPointer(parent.pointer, name) }
      const child = locate({ place, value }, above)
      return child === undefined ? [] : [[name, child] as const]
    })
  }
}

/** A value with places as plain JSON. */
export function toJson(located: Located): Json {
  if (located.kind === 'scalar') return located.value
  if (located.kind === 'list') return located.items.map(toJson)
  return Object.fromEntries([...located.members].map(([name, value]) => [name, toJson(value)]))
}

/** Plain JSON as a located value: everything stands at one place. For defaults, which stand nowhere in a document. */
export function located(value: Json, place: Place): Located {
  if (isList(value)) return { kind: 'list', place, items: value.map((item) => located(item, place)) }
  if (!isObject(value)) return { kind: 'scalar', place, value }
  return {
    kind: 'object',
    place,
    members: new Map(Object.entries(value).map(([name, member]) => [name, located(member, place)])),
  }
}

/** The value at a path of member names. */
export function valueAt(from: Located | undefined, ...path: readonly string[]): Located | undefined {
  let value = from
  for (const name of path) value = value?.kind === 'object' ? value.members.get(name) : undefined
  return value
}

function followed(context: Context, found: Found): Found | undefined {
  if (referenceIn(found.value) === undefined) return found
  const siblings = isObject(found.value) ? Object.keys(found.value).filter((name) => name !== '$ref') : []
  const target = context.follow(found)
  if (siblings.length > 0) {
    context.report({
      rule: 'reference-sibling',
      message: `"${siblings[0]}" stands beside a $ref and would be dropped`,
      hint: `move it into ${target === undefined ? 'what the $ref refers to' : placeKey(target.place)}, or write the annotation without $ref`,
      at: { file: found.place.file, pointer: joinPointer(found.place.pointer, siblings[0] ?? '') },
    })
  }
  return target
}

function circle(at: Place) {
  return {
    rule: 'annotation-value-invalid',
    message: 'the annotation contains itself, or is nested too deeply',
    hint: 'write the inner value out instead of referring to it',
    at,
  }
}

function second<Name>([, value]: readonly [Name, Located]): Located {
  return value
}
