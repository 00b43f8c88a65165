import { isList, isObject, type Json, type SourceFile } from '../model/document.js'
import { type Place, placeKey, pointerSegments } from '../model/pointer.js'
import { referenceIn } from '../model/reference.js'
import { extension, misspelledIn } from './annotation.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { childPlace, type Node } from './node.js'

/**
 * Annotations where nobody looks for one: any extension is valid anywhere, so that nothing else would tell. Of the
 * document itself; files beside it may be written for other documents too.
 */
export function reportUnreadAnnotations(context: Context, root: Node, source: Source): void {
  const { file, channels } = source
  const nodes = channels.flatMap(partsOf)
  const named = file.text.match(/x-idem/gi)?.length ?? 0
  // Reading a text for a word is cheap; most documents have no more annotations than are read.
  if (named <= nodes.filter(({ annotation }) => annotation !== undefined).length) return
  const read = new Set([root, ...nodes.map(({ node }) => node)].map(({ place }) => placeKey(place)))
  for (const node of nodesIn({ place: root.place, value: file.value })) {
    if (read.has(placeKey(node.place)) || isSibling(node)) continue
    const names = [...(Object.hasOwn(node.value, extension) ? [extension] : []), ...misspelledIn(node)]
    for (const name of names) reportUnread(context, childPlace(node.place, name), { name, ...source })
  }
}

interface Source {
  readonly file: SourceFile
  readonly channels: readonly Channel[]
}

function partsOf(channel: Channel) {
  return [channel, ...channel.messages, ...channel.sends, ...channel.receives]
}

function reportUnread(context: Context, at: Place, { name, file }: Source & { readonly name: string }): void {
  // Kept somewhere to be referred to.
  if (file.text.includes(`#${at.pointer}`)) return
  context.report({
    rule: 'annotation-not-read',
    severity: 'warning',
    message: `"${name}" is not read here: nothing is generated from it`,
    hint: hintFor(pointerSegments(at.pointer).slice(0, -1)),
    at,
  })
}

/** Beside a `$ref` to a part it is told of with the place that it would have to move to. */
function isSibling({ place, value }: Node): boolean {
  return referenceIn(value) !== undefined && !isInSchema(pointerSegments(place.pointer))
}

function isInSchema(segments: readonly string[]): boolean {
  return segments.includes('payload') || segments.includes('headers') || segments[1] === 'schemas'
}

function hintFor(parent: readonly string[]): string {
  const [first, kind, name] = parent
  if (first === 'components' && parent.length === 3 && kind !== undefined && Object.hasOwn(unused, kind)) {
    return `no ${unused[kind]} "${name}": refer to it with $ref, or remove the annotation`
  }
  if (parent.includes('bindings')) return 'move it out of bindings, to stand beside it'
  if (isInSchema(parent)) {
    return 'move it out of the schema: to the message that has it, or to its channel'
  }
  return 'move it to a channel, a message or an operation; defaults for all groups stand at the root of the document'
}

const unused: Readonly<Record<string, string>> = {
  messages: 'channel has the message',
  channels: 'channel at the root of the document is',
  operations: 'operation at the root of the document is',
}

/** The objects of the document that an extension may stand in. */
function* nodesIn({ place, value }: { readonly place: Place; readonly value: Json }, isMap = false): Iterable<Node> {
  if (isList(value)) {
    for (const [i, item] of value.entries()) yield* nodesIn({ place: childPlace(place, i), value: item })
    return
  }
  if (!isObject(value)) return
  if (!isMap) yield { place, value }
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue
    if (!isMap && (noParts.has(name) || name.startsWith('x-'))) continue
    yield* nodesIn({ place: childPlace(place, name), value: member }, !isMap && maps.has(name))
  }
}

/** What holds data, or is read by those that apply it. */
const noParts: ReadonlySet<string> = new Set(
  'example examples default const enum traits messageTraits operationTraits'.split(' '),
)

/** Their members are named by the author: a field of a payload may be called anything. */
const maps: ReadonlySet<string> = new Set('properties patternProperties definitions $defs dependentSchemas'.split(' '))
