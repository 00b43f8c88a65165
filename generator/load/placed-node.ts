/**
 * Where the parts of a file stand in its text. `offset` is where a reader looks: the key of a member, the start of an
 * item, the start of the content for the whole file. Aliases and merged maps have no parts of their own here.
 */
export interface PlacedNode {
  readonly offset: number
  readonly members?: ReadonlyMap<string, PlacedNode>
  readonly items?: readonly PlacedNode[]
}

/** The offset of the deepest part on the way to `segments` that stands in the text. */
export function offsetOf(root: PlacedNode, segments: readonly string[]): number {
  let node = root
  for (const segment of segments) {
    const next = node.members?.get(segment) ?? node.items?.[/^\d+$/.test(segment) ? Number(segment) : -1]
    if (next === undefined) break
    node = next
  }
  return node.offset
}
