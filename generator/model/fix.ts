import type { Place } from './pointer.js'

/** A change of a document that mends a fault and means the same, or what was certainly meant. */
export type Change = {
  /** Default: where the finding is. */
  readonly at?: Place
} & (
  | { readonly kind: 'rename-key'; readonly to: string }
  | { readonly kind: 'replace-text'; readonly to: string }
  /** An item of a list, or a member of an object. */
  | { readonly kind: 'remove' }
  /** A member into the object that stands at the place. */
  | { readonly kind: 'insert'; readonly key: string; readonly value: string }
)

/** All of them or none. */
export type Fix = readonly Change[]
