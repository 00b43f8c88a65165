import type { Document, Json, JsonObject } from '../../model/document.js'
import type { Finding } from '../../model/finding.js'
import { type Place, placeKey } from '../../model/pointer.js'
import { type Context, createContext } from '../context.js'
import { isVersion2 } from '../is-version-2.js'
import { asNode, childPlace, type Node } from '../node.js'
import type { Origins } from './bring.js'
import { memberKind } from './member-kind.js'
import { mergeLayers } from './merge-layers.js'
import { replaceValues } from './replace-values.js'
import { reportReplacedList } from './replaced-list.js'
import { type TraitUser, traitUsers } from './trait-users.js'

export interface Applied {
  /** The same document where it has no traits. */
  readonly document: Document
  readonly findings: readonly Finding[]
  /** Where what stands at a place of the new document stands in the one that was read. */
  readonly originOf: (place: Place) => Place
}

/**
 * The document with operation and message traits merged into what names them, in the official parser's way: in AsyncAPI
 * 2 the trait replaces what the object says itself, in AsyncAPI 3 the object's own word wins; of several traits the
 * later one. What a trait brings is brought by reference, so that it is still one thing where many objects have it.
 */
export function applyTraits(document: Document): Applied {
  const context = createContext(document.files)
  const root = asNode({ place: { file: '', pointer: '' }, value: document.files.get('')?.value ?? null })
  const users = root === undefined ? [] : traitUsers(context, root)
  if (root === undefined || users.length === 0) return { document, findings: [], originOf: (place) => place }
  const origins: Origins = new Map()
  const options = { files: document.files, origins, traitsWin: isVersion2(root) }
  const changes = users.map((user) => ({ place: user.node.place, value: withTraits(context, user, options) }))
  return {
    document: { ...document, files: replaceValues(document.files, changes) },
    findings: context.findings(),
    originOf: (place) => originOf(origins, place),
  }
}

interface Options {
  readonly files: Document['files']
  readonly origins: Origins
  readonly traitsWin: boolean
}

function withTraits(context: Context, { node, traits }: TraitUser, options: Options): JsonObject {
  const order = options.traitsWin ? [node, ...traits] : [...traits, node]
  const { files, origins, traitsWin } = options
  const merging = {
    files,
    origins,
    follow: context.follow,
    merged: new Map<string, Place>(),
    replaced: reportReplacedList(context, { traitsWin }),
  }
  const names = new Set(traits.flatMap(({ value }) => Object.keys(value)))
  const members = [...names].flatMap((name): readonly (readonly [string, Json])[] => {
    const layers = order.flatMap((layer) => layerOf(layer, name))
    const at = childPlace(node.place, name)
    const value = mergeLayers(merging, memberKind(name), { layers, at, name, isInside: false })
    return value === undefined ? [] : [[name, value]]
  })
  return { ...node.value, ...Object.fromEntries(members) }
}

function layerOf({ place, value }: Node, name: string) {
  const member = Object.hasOwn(value, name) ? value[name] : undefined
  return member === undefined ? [] : [{ place: childPlace(place, name), value: member }]
}

/** Of a part of something brought, the same part where that stands. */
function originOf(origins: Origins, place: Place): Place {
  for (let end = place.pointer.length; end > 0; end = place.pointer.lastIndexOf('/', end - 1)) {
    const origin = origins.get(placeKey({ file: place.file, pointer: place.pointer.slice(0, end) }))
    if (origin !== undefined) return { ...origin, pointer: origin.pointer + place.pointer.slice(end) }
  }
  return place
}
