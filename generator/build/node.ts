import { isObject, type Json, type JsonObject } from '../model/document.js'
import { joinPointer, type Place } from '../model/pointer.js'
import { type Found, referenceIn, resolveValue } from '../model/reference.js'
import type { Context } from './context.js'

type Files = Pick<Context, 'files'>

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
  return { file: place.file, pointer: joinPointer(place.pointer, ...names) }
}

/** The member as it stands, a reference kept; own members only, so that `constructor` finds nothing. */
export function rawMember(node: Node, name: string): Found | undefined {
  const value = Object.hasOwn(node.value, name) ? node.value[name] : undefined
  return value === undefined ? undefined : { place: childPlace(node.place, name), value }
}

/** The member with references followed; undefined where there is none or a reference leads nowhere. */
export function member({ files }: Files, node: Node, name: string): Found | undefined {
  const raw = rawMember(node, name)
  return raw === undefined || referenceIn(raw.value) === undefined ? raw : resolveValue(files, raw.place)
}

/** The object at a path of members; undefined where anything else stands there. */
export function objectAt(files: Files, node: Node, ...path: readonly string[]): Node | undefined {
  let current: Node | undefined = node
  for (const name of path) current = current === undefined ? undefined : asNode(member(files, current, name))
  return current
}

/** The objects of a map such as `channels`, in the order of the document; what is no object is left out. */
export function namedObjects(files: Files, node: Node | undefined): readonly NamedNode[] {
  return Object.keys(node?.value ?? {}).flatMap((name) => {
    const found = node === undefined ? undefined : asNode(member(files, node, name))
    return found === undefined || node === undefined ? [] : [{ ...found, name, use: childPlace(node.place, name) }]
  })
}

export function textMember(files: Files, node: Node | undefined, name: string): string | undefined {
  const value = node === undefined ? undefined : member(files, node, name)?.value
  return typeof value === 'string' ? value : undefined
}

export function flagMember(files: Files, node: Node | undefined, name: string): boolean | undefined {
  const value = node === undefined ? undefined : member(files, node, name)?.value
  return typeof value === 'boolean' ? value : undefined
}

export function integerMember(files: Files, node: Node | undefined, name: string): number | undefined {
  const value = node === undefined ? undefined : member(files, node, name)?.value
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

export function textsMember(files: Files, node: Node | undefined, name: string): readonly string[] {
  const value: Json | undefined = node === undefined ? undefined : member(files, node, name)?.value
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function asNode(found: Found | undefined): Node | undefined {
  return found !== undefined && isObject(found.value) ? { place: found.place, value: found.value } : undefined
}
