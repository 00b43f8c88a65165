// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { createHash } from 'node:crypto'
import { canonicalJson, type IgnoreTree, ignoreTree } from './canonical-json.js'

/**
 * SHA-256 of the payload's canonical JSON without the ignored members: equal for what a publisher sends again, whatever
 * the order of members, the white space, the compression and the time of sending.
 */
export function fingerprint(payload: unknown, ignore: readonly (readonly string[])[]): Buffer {
  return createHash('sha256')
    .update(canonicalJson(payload, treeOf(ignore)))
    .digest()
}

/** A contract's lists are few and never change, and a tree is dear beside a small payload. */
const trees = new WeakMap<readonly (readonly string[])[], IgnoreTree>()

function treeOf(ignore: readonly (readonly string[])[]): IgnoreTree | undefined {
  if (ignore.length === 0) return undefined
  const known = trees.get(ignore)
  if (known !== undefined) return known
  const tree = ignoreTree(ignore)
  trees.set(ignore, tree)
  return tree
}
