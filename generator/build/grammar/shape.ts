import type { Json } from '../../model/document.js'

/**
 * What a value of the annotation may be. The grammar is a table of these; the reader checks documents against it and
 * the published JSON Schema is written from it, so that the two cannot disagree.
 */
export type Shape =
  | { readonly kind: 'duration' }
  /** `builtMost`: a greater one is right, but refused until it is built. */
  | { readonly kind: 'integer'; readonly least: number; readonly most: number; readonly builtMost?: number }
  /** `expects` says in words what `pattern` asks for. Lengths are in characters. */
  | { readonly kind: 'text'; readonly longest: number; readonly pattern?: string; readonly expects: string }
  /** `unbuilt`: words that are right, but refused until they are built. */
  | { readonly kind: 'word'; readonly of: readonly string[]; readonly unbuilt?: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'exactly'; readonly value: number | boolean }
  /** A header value: a string, a number or a boolean. */
  | { readonly kind: 'scalar' }
  | { readonly kind: 'list'; readonly of: Shape; readonly least: number }
  /** Names of the document's own, each with a value; `nullable` where a name without a value means `{}`. */
  | { readonly kind: 'map'; readonly names: TextShape; readonly of: Shape; readonly nullable?: boolean }
  | ObjectShape
  | VariantsShape

export type TextShape = Extract<Shape, { readonly kind: 'text' }>

export interface ObjectShape {
  readonly kind: 'object'
  readonly keys: Keys
  readonly required?: readonly string[]
  /** A value that stands for an object with these members set to it: `14d` for `{ processed: 14d }`. */
  readonly short?: { readonly of: Shape; readonly sets: readonly string[] }
  /** Keys that exclude each other. */
  readonly apart?: readonly [string, string]
  /** Set where a key that does not belong may belong to another place of the annotation. */
  readonly isPlace?: boolean
}

/** An object whose `kind` decides about its other keys; a bare word stands for an object of that kind. */
export interface VariantsShape {
  readonly kind: 'variants'
  readonly of: Readonly<Record<string, Variant>>
}

export interface Variant {
  readonly keys: Keys
  readonly required?: readonly string[]
  /** Right, but refused until it is built. */
  readonly unbuilt?: boolean
}

export type Keys = Readonly<Record<string, Key>>

export interface Key {
  /** What it means, for editors: a plain sentence. */
  readonly about: string
  readonly shape: Shape
  readonly default?: Json
  /** What editors offer, besides the default. */
  readonly examples?: readonly Json[]
  /** Right, but refused until it is built. */
  readonly unbuilt?: boolean
}
