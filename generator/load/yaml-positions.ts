import { loadAll, type State } from 'js-yaml'
import type { PlacedNode } from './placed-node.js'
import { yamlOptions } from './yaml-options.js'
import { contentStart, dashes, flowStart, leadsToColon } from './yaml-tokens.js'

/** Where everything stands in a YAML text that `parseYaml` could read. */
export function placeYaml(text: string): PlacedNode {
  const [root] = readNodes(text)
  return root === undefined ? { offset: 0 } : { ...place(text, root), offset: contentStart(text, root) }
}

/** Where the content of each document of a YAML text starts. */
export function documentStarts(text: string): readonly number[] {
  return readNodes(text).map((root) => contentStart(text, root))
}

/** A node as js-yaml read it: in the order of the text, keys and values of a map one after the other. */
interface ReadNode {
  readonly start: number
  readonly end: number
  readonly kind: string | null
  readonly tag: string | null
  readonly result: unknown
  readonly children: readonly ReadNode[]
}

function readNodes(text: string): readonly ReadNode[] {
  const roots: ReadNode[] = []
  const open: { readonly start: number; readonly children: ReadNode[] }[] = []
  const listener = (event: 'open' | 'close', state: State & { tag?: string | null }) => {
    if (event === 'open') {
      open.push({ start: state.position, children: [] })
      return
    }
    const node = open.pop()
    if (node === undefined) return
    const { position: end, kind, result, tag = null } = state
    const closed = withOwnChildren({ ...node, end, kind, tag, result })
    const parent = open.at(-1)
    if (parent === undefined) roots.push(closed)
    else parent.children.push(closed)
  }
  loadAll(text, null, { ...yamlOptions, listener })
  return roots
}

/** js-yaml tries every value as the first key of a map first, so a map or a list may hold itself as its only child. */
function withOwnChildren(node: ReadNode): ReadNode {
  const [child, ...others] = node.children
  const isTheNodeItself = child !== undefined && others.length === 0 && child.result === node.result
  return isTheNodeItself ? { ...node, children: child.children } : node
}

function place(text: string, node: ReadNode): PlacedNode {
  const offset = contentStart(text, node)
  if (node.kind === 'mapping') return { offset, members: placeMembers(text, node) }
  if (node.kind !== 'sequence') return { offset }
  return { offset, items: flowStart(text, node) ? placeFlowItems(text, node) : placeBlockItems(text, node) }
}

function placeMembers(text: string, map: ReadNode): ReadonlyMap<string, PlacedNode> {
  const members = new Map<string, PlacedNode>()
  const merged = new Map<string, PlacedNode>()
  const flow = flowStart(text, map)
  for (let i = 0; i < map.children.length; i++) {
    const key = map.children[i]
    const value = leadsToColon(text, { from: key?.end ?? 0, flow }) ? map.children[++i] : undefined
    if (key === undefined) continue
    const offset = contentStart(text, key)
    if (key.tag === 'tag:yaml.org,2002:merge') for (const name of namesIn(value?.result)) merged.set(name, { offset })
    else members.set(String(key.result), { ...(value === undefined ? {} : place(text, value)), offset })
  }
  // A merged member stands where it is merged: that is what this map is about, its anchor serves other maps too.
  return new Map([...merged, ...members])
}

function namesIn(merged: unknown): readonly string[] {
  if (Array.isArray(merged)) return merged.flatMap(namesIn)
  return typeof merged === 'object' && merged !== null ? Object.keys(merged) : []
}

/** Each `-` is an item; one with nothing behind it makes no node. */
function placeBlockItems(text: string, list: ReadNode): readonly PlacedNode[] {
  const items: PlacedNode[] = []
  let from = contentStart(text, list)
  for (const child of list.children) {
    const empty = dashes(text, { from, to: child.start }).slice(0, -1)
    items.push(...empty.map((offset) => ({ offset })), place(text, child))
    from = child.end
  }
  items.push(...dashes(text, { from, to: list.end }).map((offset) => ({ offset })))
  return items
}

/** `[a: b]` holds a map of one pair. */
function placeFlowItems(text: string, list: ReadNode): readonly PlacedNode[] {
  const items: PlacedNode[] = []
  for (let i = 0; i < list.children.length; i++) {
    const child = list.children[i]
    if (child === undefined) continue
    const offset = contentStart(text, child)
    const value = leadsToColon(text, { from: child.end, flow: true }) ? list.children[++i] : undefined
    if (value === undefined) items.push(place(text, child))
    else items.push({ offset, members: new Map([[String(child.result), { ...place(text, value), offset }]]) })
  }
  return items
}
