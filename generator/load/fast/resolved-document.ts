import { type Document, isList, isObject, type Json, type SourceFile } from '../../model/document.js'
import { referenceIn, referenceTarget, resolveValue } from '../../model/reference.js'

/** A document without references: each stands for what it leads to, so that the value may be circular. */
export interface ResolvedDocument {
  readonly root: Json
  /** What more than one way leads to; a walk that looks at each of them once ends. */
  readonly shared: ReadonlySet<Json>
  /** The texts of the references that lead to something that they are a part of. */
  readonly circular: ReadonlySet<string>
}

/**
 * Follows every reference of a document, as the official parser does before it validates. Nothing is copied into its
 * places of use: a schema that is used a thousand times is one value. What leads nowhere stays a reference.
 */
export function resolveDocument(document: Document): ResolvedDocument {
  const made = new Map<Json, Json>()
  const open = new Set<Json>()
  const shared = new Set<Json>()
  const circular = new Set<string>()
  const resolve = (value: Json, file: string): Json => {
    if (!isObject(value) && !isList(value)) return value
    const known = made.get(value)
    // YAML aliases bring the same value to several places, too.
    if (known !== undefined) return share(known)
    const ref = referenceIn(value)
    return ref === undefined ? copy(value, file) : follow(document, { value, ref, file })
  }
  const share = (value: Json): Json => {
    shared.add(value)
    return value
  }
  const copy = (value: Json, file: string): Json => {
    open.add(value)
    const result: Json[] | Record<string, Json> = isList(value) ? [] : {}
    made.set(value, result)
    fill(result, value, (member) => resolve(member, file))
    open.delete(value)
    return result
  }
  const follow = ({ files }: Document, reference: { value: Json; ref: string; file: string }): Json => {
    const target = targetOf(files, reference)
    if (target === undefined) return reference.value
    if (open.has(target.value)) circular.add(reference.ref)
    return share(resolve(target.value, target.file))
  }
  return { root: resolve(document.files.get('')?.value ?? null, ''), shared, circular }
}

interface Target {
  readonly value: Json
  readonly file: string
}

function targetOf(
  files: ReadonlyMap<string, SourceFile>,
  reference: { readonly ref: string; readonly file: string },
): Target | undefined {
  const target = referenceTarget(files, reference)
  const found = target.kind === 'place' ? resolveValue(files, target.place) : undefined
  return found === undefined ? undefined : { value: found.value, file: found.place.file }
}

function fill(result: Json[] | Record<string, Json>, value: Json, resolve: (member: Json) => Json): void {
  if (Array.isArray(result)) {
    if (isList(value)) for (const item of value) result.push(resolve(item))
  } else if (isObject(value)) {
    // The loader has refused the keys that mean something to JavaScript.
    for (const [name, member] of Object.entries(value)) result[name] = resolve(member)
  }
}
