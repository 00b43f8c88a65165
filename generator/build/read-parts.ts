import { type Place, placeKey } from '../model/pointer.js'
import type { Found } from '../model/reference.js'
import { type Annotation, readAnnotation, reportSiblingAnnotation } from './annotation.js'
import type { Context } from './context.js'
import { type Node, namedObjects, objectAt, rawMember } from './node.js'

export interface ReadOptions {
  /** The annotations are written for a newer grammar. */
  readonly newer: boolean
}

/** The AMQP binding, to be spread into a part of a channel. */
export function amqpOf(context: Context, node: Node): { readonly amqp?: Node } {
  const amqp = objectAt(context, node, 'bindings', 'amqp')
  return amqp === undefined ? {} : { amqp }
}

/** The annotation, to be spread into a part of a channel. */
export function annotationOf(
  context: Context,
  node: Node,
  at: 'channel' | 'message' | 'operation',
  { newer }: ReadOptions,
): { readonly annotation?: Annotation } {
  const annotation = readAnnotation(context, node, { at, newer })
  return annotation === undefined ? {} : { annotation }
}

/** What stands at a place, a reference kept. */
export function standingAt(context: Context, { file, pointer }: Place): Found | undefined {
  return context.target(`#${pointer.replaceAll('%', '%25')}`, file)
}

/** Annotations beside the references that name the objects of a map. */
export function reportSiblings(context: Context, root: Node, map: 'channels' | 'operations'): void {
  const parent = objectAt(context, root, map)
  for (const node of namedObjects(context, parent)) {
    const raw = parent === undefined ? undefined : rawMember(parent, node.name)
    reportSiblingAnnotation(context, raw, placeKey(node.place))
  }
}
