import { didYouMean, onlyMeant } from '../../model/did-you-mean.js'
import { joinPointer, type Place } from '../../model/pointer.js'
import type { Report } from '../context.js'
import type { Located } from '../located.js'
import { meantValue } from './meant-value.js'
import { rightPlaces } from './places.js'
import type { ObjectShape, Shape } from './shape.js'
import { expectation } from './words.js'

export interface CheckOptions {
  readonly report: Report
  /** The document names a newer grammar: what is unknown here may be right there. */
  readonly newer: boolean
}

export const upgradeHint = 'this version of idemgen does not know it: upgrade idemgen'

/** How messages name the annotation itself; its keys go without this prefix. */
export const annotationName = 'x-idempotency'

/** `retry.attempts`. */
export function pathName(name: string, member: string): string {
  return name === annotationName ? member : `${name}.${member}`
}

/** The value as a message quotes it. */
export function quoted(value: Located): string {
  if (value.kind === 'list') return value.items.length === 0 ? '[]' : 'a list'
  if (value.kind === 'object') return 'an object'
  const text = typeof value.value === 'string' ? `"${value.value}"` : String(value.value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

export function reportUnknownKey(
  options: CheckOptions,
  key: { readonly member: string; readonly parent: Place; readonly shape: Pick<ObjectShape, 'keys' | 'isPlace'> },
  name: string,
): void {
  const places = key.shape.isPlace ? rightPlaces(key.member) : undefined
  const at = { file: key.parent.file, pointer: joinPointer(key.parent.pointer, key.member) }
  if (places !== undefined) {
    const message = `"${key.member}" has no meaning here`
    options.report({ rule: 'annotation-key-misplaced', message, hint: `it may stand ${places}`, at })
    return
  }
  const message = `"${key.member}" is not a key of ${name}`
  const hint = options.newer ? upgradeHint : knownKeysHint(key.member, Object.keys(key.shape.keys))
  const only = options.newer ? undefined : onlyMeant(key.member, Object.keys(key.shape.keys))
  const fix = only === undefined ? {} : { fix: [{ kind: 'rename-key' as const, to: only }] }
  options.report({ rule: 'annotation-key-unknown', message, hint, at, ...fix })
}

export function reportInvalid(
  options: CheckOptions,
  fault: { readonly value: Located; readonly shape: Shape; readonly name: string; readonly hint?: string | undefined },
): void {
  const { value, shape, name } = fault
  const hint = options.newer ? upgradeHint : (fault.hint ?? meantValue(value, shape))
  options.report({
    rule: 'annotation-value-invalid',
    message: `${name} is ${quoted(value)}: expected ${expectation(shape)}`,
    ...(hint === undefined ? {} : { hint }),
    at: value.place,
  })
}

export function reportMissingKeys(options: CheckOptions, missing: readonly string[], at: Place, name: string): void {
  for (const member of missing) {
    const message = `${name} has no "${member}"`
    options.report({ rule: 'annotation-value-invalid', message, hint: `add "${member}"`, at })
  }
}

export function reportUnbuilt(options: CheckOptions, what: string, at: Place): void {
  const message = `${what} is not built yet`
  const hint = 'leave it out for now: this version of idemgen would not do what it says'
  options.report({ rule: 'not-built-yet', message, hint, at })
}

function knownKeysHint(member: string, known: readonly string[]): string {
  const meant = didYouMean(member, known)
  if (meant !== undefined) return `did you mean "${meant}"?`
  return known.length === 0 ? 'it takes no further keys' : `its keys are ${known.join(', ')}`
}
