import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

/** What a pointer leads to in a text of YAML or JSON, and what holds it. */
export interface NodeAt {
  /** Absent where nothing stands behind a key. */
  readonly value: Node | undefined
  /** Of a member. */
  readonly key?: Scalar
  readonly parent?: YAMLMap | YAMLSeq
  readonly index: number
}

/**
 * Finds what pointers lead to. Undefined for what does not stand in the text at that place, but came there by an alias or
 * a merged map: it serves other places too.
 */
export function nodeFinder(text: string): (segments: readonly string[]) => NodeAt | undefined {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' })
  if (document.errors.length > 0) return () => undefined
  return (segments) => {
    let found: NodeAt | undefined = { value: document.contents ?? undefined, index: 0 }
    for (const segment of segments) found = found === undefined ? undefined : childOf(found.value, segment)
    return found === undefined || isAlias(found.value) ? undefined : found
  }
}

function childOf(node: Node | undefined, segment: string): NodeAt | undefined {
  if (isMap(node)) {
    const index = node.items.findIndex(({ key }) => isScalar(key) && String(key.value) === segment)
    const pair = node.items[index]
    if (!isPair(pair) || !isScalar(pair.key)) return undefined
    return { value: valueIn(pair), key: pair.key, parent: node, index }
  }
  if (!isSeq(node)) return undefined
  const item = node.items[Number(segment)]
  return isNodeOf(item) ? { value: item, parent: node, index: Number(segment) } : undefined
}

function valueIn({ value }: Pair): Node | undefined {
  return isNodeOf(value) ? value : undefined
}

function isNodeOf(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value)
}
