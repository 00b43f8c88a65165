import { loadAll, type State } from 'js-yaml'
import type { PlacedNode } from './placed-node.js'
import { yamlOptions } from './yaml-options.js'
import { contentStart, dashes, leadsToColon } from './yaml-tokens.js'

/** Where everything stands in a YAML text that `parseYaml` could read. */
export function placeYaml(text: string): PlacedNode {
  return readDocuments(text)[0] ?? { offset: 0 }
}

/** Where the content of each document of a YAML text starts. */
export function documentStarts(text: string): readonly number[] {
  return readDocuments(text).map(({ offset }) => offset)
}

/** A node as js-yaml read it, placed as soon as it ends, so that only what is still open is kept twice. */
interface ReadNode {
  readonly start: number
  readonly end: number
  readonly tag: string | null
  readonly result: unknown
  readonly placed: PlacedNode
}

interface OpenNode {
  readonly start: number
  /** In the order of the text, the keys and values of a map one after the other. */
  readonly children: ReadNode[]
}

type ReaderState = State & { readonly tag?: string | null }

function readDocuments(text: string): readonly PlacedNode[] {
  const documents: PlacedNode[] = []
  const open: OpenNode[] = []
  const listener = (event: 'open' | 'close', state: ReaderState) => {
    if (event === 'open') {
      open.push({ start: state.position, children: [] })
      return
    }
    const node = open.pop()
    if (node === undefined) return
    const closed = closeNode(text, node, state)
    const parent = open.at(-1)
    if (parent === undefined) documents.push(closed.placed)
    else parent.children.push(closed)
  }
  loadAll(text, null, { ...yamlOptions, listener })
  return documents
}

function closeNode(text: string, node: OpenNode, state: ReaderState): ReadNode {
  const { position: end, kind, result, tag = null } = state
  const { start, children } = node
  const offset = contentStart(text, { start, end })
  const [child] = children
  // js-yaml tries every value as the first key of a map first, so a map or a list may hold itself as its only child.
  const isTheNodeItself = child !== undefined && child.result === result
  const inside = isTheNodeItself ? child.placed : placeInside(kind, { text, offset, end, children })
  return { start, end, tag, result, placed: { ...inside, offset } }
}

function placeInside(kind: string | null, parts: Parts): Omit<PlacedNode, 'offset'> {
  if (kind === 'mapping') return placeMap(parts)
  return kind === 'sequence' ? placeList(parts) : {}
}

interface Parts {
  readonly text: string
  /** Where the content of the map or list starts. */
  readonly offset: number
  readonly end: number
  readonly children: readonly ReadNode[]
}

function placeMap(map: Parts): Omit<PlacedNode, 'offset'> {
  const members = new Map<string, PlacedNode>()
  const merged = new Map<string, PlacedNode>()
  const flow = map.text[map.offset] === '{'
  for (let i = 0; i < map.children.length; i++) {
    const key = map.children[i]
    const value = leadsToColon(map.text, { from: key?.end ?? 0, flow }) ? map.children[++i] : undefined
    if (key === undefined) continue
    const { offset } = key.placed
    if (key.tag === 'tag:yaml.org,2002:merge') for (const name of namesIn(value?.result)) merged.set(name, { offset })
    else members.set(String(key.result), { ...value?.placed, offset })
  }
  // A merged member stands where it is merged: that is what this map is about, its anchor serves other maps too.
  return { members: merged.size === 0 ? members : new Map([...merged, ...members]) }
}

function namesIn(merged: unknown): readonly string[] {
  if (Array.isArray(merged)) return merged.flatMap(namesIn)
  return typeof merged === 'object' && merged !== null ? Object.keys(merged) : []
}

function placeList(list: Parts): Omit<PlacedNode, 'offset'> {
  return { items: list.text[list.offset] === '[' ? placeFlowItems(list) : placeBlockItems(list) }
}

/** Each `-` is an item; one with nothing behind it makes no node. */
function placeBlockItems(list: Parts): readonly PlacedNode[] {
  const items: PlacedNode[] = []
  let from = list.offset
  for (const child of list.children) {
    for (const offset of dashes(list.text, { from, to: child.start }).slice(0, -1)) items.push({ offset })
    items.push(child.placed)
    from = child.end
  }
  for (const offset of dashes(list.text, { from, to: list.end })) items.push({ offset })
  return items
}

/** `[a: b]` holds a map of one pair. */
function placeFlowItems(list: Parts): readonly PlacedNode[] {
  const items: PlacedNode[] = []
  for (let i = 0; i < list.children.length; i++) {
    const child = list.children[i]
    if (child === undefined) continue
    const { offset } = child.placed
    const value = leadsToColon(list.text, { from: child.end, flow: true }) ? list.children[++i] : undefined
    if (value === undefined) items.push(child.placed)
    else items.push({ offset, members: new Map([[String(child.result), { ...value.placed, offset }]]) })
  }
  return items
}
