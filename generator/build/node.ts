import { isObject, type Json, type JsonObject } from '../model/document.js'
import { joinPointer, type Place } from '../model/pointer.js'
import type { Found } from '../model/reference.js'
import type { Context } from './context.js'

/** An object of the document, references followed, with the place where it really stands. */
export interface Node {
  readonly place: Place
  readonly value: JsonObject
}

/** A named object and the place that names it, which may be a reference to where the object stands. */
export interface NamedNode extends Node {
  readonly name: string
  readonly use: Place
}

export function childPlace(place: Place, ...names: readonly (string | number)[]): Place {
  const [name, ...others] = names
  const pointer = `${place.pointer}/${name}`
  // Nearly every name stands in a pointer as it is.
  const isPlain = others.length === 0 && (typeof name === 'number' || (name !== undefined && !/[~/]/.test(name)))
  return { file: place.file, pointer: isPlain ? pointer : joinPointer(place.pointer, ...names) }
}

/** The value below a value, where it stands. */
export function below(found: Found, name: string | number, value: Json): Found {
  return { place: childPlace(found.place, name), value }
}

/** The member as it stands, a reference kept; own members only, so that `constructor` finds nothing. */
export function rawMember(node: Node, name: string): Found | undefined {
  const value = Object.hasOwn(node.value, name) ? node.value[name] : undefined
  return value === undefined ? undefined : { place: childPlace(node.place, name), value }
}

/** The member with references followed; undefined where there is none or a reference leads nowhere. */
export function member(context: Context, node: Node, name: string): Found | undefined {
  const raw = rawMember(node, name)
  return raw === undefined ? undefined : context.follow(raw)
}

/** The object at a path of members; undefined where anything else stands there. */
export function objectAt(context: Context, node: Node, ...path: readonly string[]): Node | undefined {
  let current: Node | undefined = node
  for (const name of path) current = current === undefined ? undefined : asNode(member(context, current, name))
  return current
}

/** The objects of a map such as `channels`, in the order of the document; what is no object is left out. */
export function namedObjects(context: Context, node: Node | undefined): readonly NamedNode[] {
  return Object.keys(node?.value ?? {}).flatMap((name) => {
    const found = node === undefined ? undefined : asNode(member(context, node, name))
    return found === undefined || node === undefined ? [] : [{ ...found, name, use: childPlace(node.place, name) }]
  })
}

export function textMember(context: Context, node: Node | undefined, name: string): string | undefined {
  const value = node === undefined ? undefined : member(context, node, name)?.value
  return typeof value === 'string' ? value : undefined
}

export function flagMember(context: Context, node: Node | undefined, name: string): boolean | undefined {
  const value = node === undefined ? undefined : member(context, node, name)?.value
  return typeof value === 'boolean' ? value : undefined
}

export function integerMember(context: Context, node: Node | undefined, name: string): number | undefined {
  const value = node === undefined ? undefined : member(context, node, name)?.value
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

export function textsMember(context: Context, node: Node | undefined, name: string): readonly string[] {
  const value: Json | undefined = node === undefined ? undefined : member(context, node, name)?.value
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function asNode(found: Found | undefined): Node | undefined {
  return found !== undefined && isObject(found.value) ? { place: found.place, value: found.value } : undefined
}
