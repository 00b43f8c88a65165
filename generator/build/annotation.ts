import { didYouMean } from '../model/did-you-mean.js'
import type { Place } from '../model/pointer.js'
import { type Found, referenceIn } from '../model/reference.js'
import type { Context } from './context.js'
import { checkAnnotation } from './grammar/check.js'
import { type AnnotationPlace, grammarVersion, placeShapes } from './grammar/places.js'
import { type Located, type LocatedObject, locateAll, valueAt } from './located.js'
import { asNode, childPlace, type Node, rawMember } from './node.js'

export const extension = 'x-idempotency'

/** The annotation of one place: its checked settings, or that the place is left out. */
export interface Annotation {
  readonly place: Place
  readonly leftOut: boolean
  /** What is right of it; absent when nothing is. */
  readonly settings?: LocatedObject
  /** As it is written, what is wrong included. */
  readonly written?: Located
}

/** What the root of the document says for all. */
export interface RootAnnotation {
  readonly defaults?: LocatedObject
  /** What the environment allows. */
  readonly limits?: LocatedObject
  /** The document was written for a newer grammar. */
  readonly newer: boolean
}

/** The annotation of a channel, a message or an operation; undefined where there is none. */
export function readAnnotation(
  context: Context,
  node: Node,
  options: { readonly at: Exclude<AnnotationPlace, 'root'>; readonly newer: boolean },
): Annotation | undefined {
  reportMisspelled(context, node)
  const raw = rawMember(node, extension)
  if (raw === undefined) return undefined
  if (raw.value === false && options.at === 'channel') return { place: raw.place, leftOut: true }
  const located = locateAll(context, raw)
  if (raw.value === false) reportLeftOut(context, raw.place)
  const settings = located === undefined || raw.value === false ? undefined : checked(context, located, options)
  return {
    place: raw.place,
    leftOut: false,
    ...(settings === undefined ? {} : { settings }),
    ...(located === undefined ? {} : { written: located }),
  }
}

export function readRootAnnotation(context: Context, root: Node): RootAnnotation | undefined {
  reportMisspelled(context, root)
  const raw = rawMember(root, extension)
  const located = raw === undefined ? undefined : locateAll(context, raw)
  if (located === undefined) return undefined
  const grammar = valueAt(located, 'grammar')
  const newer = grammar?.kind === 'scalar' && Number.isInteger(grammar.value) && Number(grammar.value) > grammarVersion
  if (newer) {
    context.report({
      rule: 'grammar-newer',
      message: `the annotation is written in grammar ${grammar.value}, and idemgen knows ${grammarVersion}`,
      hint: 'upgrade idemgen',
      at: grammar.place,
    })
  }
  const settings = checked(context, newer ? without(located, 'grammar') : located, { at: 'root', newer })
  const [defaults, limits] = ['defaults', 'limits'].map((name) => valueAt(settings, name))
  return {
    newer,
    ...(defaults?.kind === 'object' ? { defaults } : {}),
    ...(limits?.kind === 'object' ? { limits } : {}),
  }
}

/** Any extension is valid AsyncAPI, so nobody else would notice. */
function reportMisspelled(context: Context, node: Node): void {
  for (const name of misspelledIn(node)) {
    context.report({
      rule: 'annotation-misspelled',
      message: `"${name}" is not read: nothing would be generated from it`,
      hint: `did you mean "${extension}"?`,
      at: childPlace(node.place, name),
      fix: [{ kind: 'rename-key', to: extension }],
    })
  }
}

/** Extensions of a part that were most likely meant to be its annotation. */
export function misspelledIn({ value }: Node): readonly string[] {
  const others = Object.keys(value).filter((name) => name.startsWith('x-') && name !== extension)
  return others.filter((name) => didYouMean(name, [extension]) !== undefined)
}

/** An annotation beside a `$ref`: every parser drops it without a word. */
export function reportSiblingAnnotation(context: Context, raw: Found | undefined, rightPlace: string): void {
  const node = asNode(raw)
  if (node === undefined || referenceIn(node.value) === undefined || rawMember(node, extension) === undefined) return
  context.report({
    rule: 'reference-sibling',
    message: `"${extension}" stands beside a $ref and would be dropped`,
    hint: `move it to ${rightPlace}`,
    at: childPlace(node.place, extension),
  })
}

function reportLeftOut(context: Context, at: Place): void {
  context.report({
    rule: 'annotation-value-invalid',
    message: `${extension} is false, and only a channel can be left out`,
    hint: `write ${extension}: false on the channel, or remove it here`,
    at,
  })
}

function checked(
  context: Context,
  located: Located,
  options: { readonly at: AnnotationPlace; readonly newer: boolean },
): LocatedObject | undefined {
  return checkAnnotation(located, placeShapes[options.at], { report: context.report, newer: options.newer })
}

function without(located: Located, name: string): Located {
  if (located.kind !== 'object') return located
  return { ...located, members: new Map([...located.members].filter(([member]) => member !== name)) }
}
