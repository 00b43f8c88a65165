import { isList, isObject, type Json } from '../../../generator/model/document.js'

/** A value in a document, and the way to it. */
export interface Node {
  readonly path: readonly string[]
  readonly value: Json
}

/** Every value of a document, the document itself first; none inside of what AsyncAPI does not look into. */
export function nodesOf(root: Json): readonly Node[] {
  const nodes: Node[] = []
  const visit = (value: Json, path: readonly string[]) => {
    nodes.push({ path, value })
    if (path.at(-1)?.startsWith('x-') === true) return
    if (isList(value)) for (const [i, item] of value.entries()) visit(item, [...path, String(i)])
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) visit(member, [...path, name])
  }
  visit(root, [])
  return nodes
}

/** The document with another value at a place; `undefined` takes the place out. */
export function edited(root: Json, path: readonly string[], by: Json | undefined): Json {
  const [name, ...rest] = path
  if (name === undefined) return by ?? null
  const inner = isList(root) ? root[Number(name)] : isObject(root) ? root[name] : undefined
  const member = rest.length === 0 ? by : edited(inner ?? {}, rest, by)
  if (isList(root)) {
    const i = Number(name)
    return member === undefined ? root.toSpliced(i, 1) : i < root.length ? root.with(i, member) : [...root, member]
  }
  const entries = Object.entries(isObject(root) ? root : {})
  if (member === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name))
  const changed = entries.map(([key, value]) => [key, key === name ? member : value] as const)
  return Object.fromEntries(changed.some(([key]) => key === name) ? changed : [...changed, [name, member]])
}

/** The document with a key under another name, in the same place of the order. */
export function renamed(root: Json, path: readonly string[], name: string): Json {
  const parent = path.slice(0, -1)
  const object = valueAt(root, parent)
  if (!isObject(object)) return root
  const entries = Object.entries(object).map(([key, value]) => [key === path.at(-1) ? name : key, value] as const)
  return edited(root, parent, Object.fromEntries(entries))
}

export function valueAt(root: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = root
  for (const name of path) {
    value = isList(value)
      ? value[Number(name)]
      : isObject(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined
  }
  return value
}
