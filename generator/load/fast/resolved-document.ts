import { type Document, isList, isObject, type Json } from '../../model/document.js'
import { placeKey } from '../../model/pointer.js'
import { findValue, isUrl, referenceIn, referenceTarget, resolveValue } from '../../model/reference.js'

/** A document without references: each stands for what it leads to, so that the value may be circular. */
export interface ResolvedDocument {
  readonly root: Json
  /** What more than one way leads to; a walk that looks at each of them once ends. */
  readonly shared: ReadonlySet<Json>
  /** Every reference that was followed. */
  readonly followed: readonly Followed[]
  /** Whether one of them leads to something that it is a part of. */
  readonly hasCircle: boolean
  /** Whether one of them leads to the web, or through another reference on its way. */
  readonly hasDetour: boolean
}

export interface Followed {
  readonly ref: string
  /** The files that it stands in and leads to. */
  readonly from: string
  readonly to: string
  /** The list or object in which it stands. */
  readonly holder: Json
  readonly target: Json
}

/**
 * Follows every reference of a document, as the official parser does before it validates. Nothing is copied into its
 * places of use: a schema that is used a thousand times is one value. What leads nowhere stays a reference.
 */
export function resolveDocument(document: Document): ResolvedDocument {
  const made = new Map<Json, Json>()
  const open = new Set<Json>()
  // Documents repeat a few references by the thousand.
  const targets = new Map<string, Target>()
  const shared = new Set<Json>()
  const followed: Followed[] = []
  let hasCircle = false
  let hasDetour = false
  const share = (value: Json): Json => {
    shared.add(value)
    return value
  }
  const resolve = ({ value, file, holder }: Part): Json => {
    if (typeof value !== 'object' || value === null) return value
    const known = made.get(value)
    // YAML aliases bring the same value to several places, too.
    if (known !== undefined) return share(known)
    const ref = referenceIn(value)
    return ref === undefined ? copy({ value, file }) : follow({ value, file, holder, ref })
  }
  const copy = ({ value, file }: Omit<Part, 'holder'>): Json => {
    open.add(value)
    const result: Json[] | Record<string, Json> = isList(value) ? [] : {}
    made.set(value, result)
    if (Array.isArray(result)) {
      if (isList(value)) for (const item of value) result.push(resolve({ value: item, file, holder: result }))
    } else if (isObject(value)) {
      // The loader has refused the keys that mean something to JavaScript.
      for (const name of Object.keys(value))
        result[name] = resolve({ value: value[name] ?? null, file, holder: result })
    }
    open.delete(value)
    return result
  }
  const follow = (reference: Part & { readonly ref: string }): Json => {
    const key = `${reference.file}\n${reference.ref}`
    const found = targets.get(key) ?? targetOf(document.files, reference)
    targets.set(key, found)
    if (found.kind !== 'found') {
      hasDetour ||= found.kind === 'remote'
      return reference.value
    }
    const { ref, file, holder } = reference
    hasCircle ||= open.has(found.value)
    hasDetour ||= found.isDetour
    const target = share(resolve({ value: found.value, file: found.file, holder }))
    followed.push({ ref, from: file, to: found.file, holder, target })
    return target
  }
  const root = resolve({ value: document.files.get('')?.value ?? null, file: '', holder: null })
  return { root, shared, followed, hasCircle, hasDetour }
}

interface Part {
  readonly value: Json
  readonly file: string
  readonly holder: Json
}

type Target =
  | { readonly kind: 'found'; readonly value: Json; readonly file: string; readonly isDetour: boolean }
  | { readonly kind: 'remote' | 'lost' }

function targetOf(files: Document['files'], reference: { readonly ref: string; readonly file: string }): Target {
  const target = referenceTarget(files, reference)
  if (target.kind !== 'place') return { kind: target.kind === 'remote' ? 'remote' : 'lost' }
  const { place } = target
  const [found, resolved] = [findValue(files, place), resolveValue(files, place)]
  if (found === undefined || resolved === undefined) return { kind: 'lost' }
  const isDetour = isUrl(place.file) || placeKey(found.place) !== placeKey(place)
  return { kind: 'found', value: resolved.value, file: resolved.place.file, isDetour }
}
