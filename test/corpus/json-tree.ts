/** JSON that may be changed: what the tests make of a document that they have read. */
export type Tree = null | boolean | number | string | Tree[] | TreeObject
export interface TreeObject {
  [name: string]: Tree
}

/** A value of a document and where it stands, after every local reference was followed. */
export interface Placed {
  readonly pointer: string
  readonly value: TreeObject
}

export function isTreeObject(value: Tree | undefined): value is TreeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function childOf(value: Tree | undefined, name: string): Tree | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isTreeObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textOf(value: Tree | undefined, name: string): string | undefined {
  const text = childOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

export function textsOf(value: Tree | undefined, name: string): readonly string[] {
  const list = childOf(value, name)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

export function pointerTo(pointer: string, ...names: readonly string[]): string {
  return pointer + names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The object that `value` is or, through local references, leads to; undefined for any other value. */
export function placedAt(root: Tree, value: Tree | undefined, pointer: string): Placed | undefined {
  let found = { value, pointer }
  for (let hops = 0; hops < 100; hops += 1) {
    if (!isTreeObject(found.value)) return undefined
    const ref = found.value.$ref
    if (typeof ref !== 'string') return { value: found.value, pointer: found.pointer }
    if (!ref.startsWith('#')) return undefined
    found = targetOf(root, ref)
  }
  return undefined
}

/** What a local reference names, references on the way followed and the one at its end not. */
function targetOf(root: Tree, ref: string): { readonly value: Tree | undefined; readonly pointer: string } {
  let value: Tree | undefined = root
  let pointer = ''
  for (const segment of ref.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    const parent: Placed | undefined = placedAt(root, value, pointer)
    value = childOf(parent?.value ?? value, name)
    pointer = pointerTo(parent?.pointer ?? pointer, name)
  }
  return { value, pointer }
}

/** The values that a list or an object holds, with their places; references are followed. */
export function placedMembers(
  root: Tree,
  value: Tree | undefined,
  pointer: string,
): readonly (Placed & { readonly name: string })[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const placed = placedAt(root, member, pointerTo(pointer, name))
    return placed === undefined ? [] : [{ name, ...placed }]
  })
}
