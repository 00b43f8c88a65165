// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { InvalidMessageError } from '../errors.js'

/** Deeper values could exhaust the stack wherever they are walked, so they are refused at one place and everywhere. */
export const deepestNesting = 500

/** Members to leave out: `true` for the member itself, a tree for some within it. */
export type IgnoreTree = ReadonlyMap<string, IgnoreTree | true>

/** The tree of paths such as `['meta', 'traceId']`; a path within one that is left out whole changes nothing. */
export function ignoreTree(paths: readonly (readonly string[])[]): IgnoreTree {
  const byName = new Map<string, (readonly string[])[]>()
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue
    const others = byName.get(name)
    if (others === undefined) byName.set(name, [rest])
    else others.push(rest)
  }
  const branches = [...byName].map(([name, rests]): readonly [string, IgnoreTree | true] => [
    name,
    rests.some((rest) => rest.length === 0) ? true : ignoreTree(rests),
  ])
  return new Map(branches)
}

/**
 * One text for equal JSON values: members sorted by UTF-16 code units, no white space, -0 as 0, numbers as JavaScript
 * prints them. A path leads through lists into each item. Throws `InvalidMessageError` with the code `body-too-deep`.
 */
export function canonicalJson(value: unknown, ignore?: IgnoreTree): string {
  return write(value, ignore, 0)
}

function write(value: unknown, ignore: IgnoreTree | undefined, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth === deepestNesting) {
    throw new InvalidMessageError('body-too-deep', `the body is nested deeper than ${deepestNesting} levels`)
  }
  return Array.isArray(value) ? writeList(value, ignore, depth + 1) : writeObject(value, ignore, depth + 1)
}

function writeList(list: readonly unknown[], ignore: IgnoreTree | undefined, depth: number): string {
  let text = ''
  for (const item of list) text += `${text === '' ? '' : ','}${write(item, ignore, depth)}`
  return `[${text}]`
}

function writeObject(value: object, ignore: IgnoreTree | undefined, depth: number): string {
  // True: it is an object that is no list, and the names are its own.
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const name of Object.keys(members).sort()) {
    const ignored = ignore?.get(name)
    if (ignored === true) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${write(members[name], ignored, depth)}`
  }
  return `{${text}}`
}
