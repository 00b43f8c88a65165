import { type TopicWord, topicWords } from './topic-words.js'

/** Finds, among many addresses, those that a pattern lets through whole. */
export interface TopicIndex<Item> {
  readonly coveredBy: (pattern: string) => readonly Item[]
}

interface Node<Item> {
  readonly items: Item[]
  readonly children: Map<string, { readonly word: TopicWord; readonly node: Node<Item> }>
}

/** The addresses as a tree of their words: a document with thousands of queues asks for each of them. */
export function createTopicIndex<Item>(items: readonly (readonly [address: string, item: Item])[]): TopicIndex<Item> {
  const root = emptyNode<Item>()
  for (const [address, item] of items) {
    let node = root
    for (const word of topicWords(address)) {
      const key = JSON.stringify(word)
      const child = node.children.get(key) ?? { word, node: emptyNode<Item>() }
      node.children.set(key, child)
      node = child.node
    }
    node.items.push(item)
  }
  return { coveredBy: (pattern) => [...new Set(covered(topicWords(pattern), root))] }
}

function emptyNode<Item>(): Node<Item> {
  return { items: [], children: new Map() }
}

function covered<Item>(pattern: readonly TopicWord[], root: Node<Item>): readonly Item[] {
  const seen = new Map<Node<Item>, Set<number>>()
  return from(0, root)

  function from(i: number, node: Node<Item>): readonly Item[] {
    const before = seen.get(node) ?? new Set()
    if (before.has(i)) return []
    seen.set(node, before.add(i))
    const word = pattern[i]
    if (word === undefined) return node.items
    const children = [...node.children.values()]
    if (word === '#') return [...from(i + 1, node), ...children.flatMap((child) => from(i, child.node))]
    if (word === '*') return children.flatMap((child) => (child.word === '#' ? [] : from(i + 1, child.node)))
    const same = node.children.get(JSON.stringify(word))
    return same === undefined ? [] : from(i + 1, same.node)
  }
}
