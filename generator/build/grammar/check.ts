import type { Located, LocatedObject } from '../located.js'
import {
  annotationName,
  type CheckOptions,
  pathName,
  quoted,
  reportInvalid,
  reportMissingKeys,
  reportUnbuilt,
  reportUnknownKey,
} from './faults.js'
import { fits, isUnbuilt } from './fits.js'
import type { Key, ObjectShape, Shape, Variant, VariantsShape } from './shape.js'
import { bareWords } from './words.js'

/**
 * Checks the annotation of one place. Gives what is right of it, short forms written out, so that later steps need not
 * check again; what is wrong is reported and left out. What is right and not built yet is reported and kept: lint judges it.
 */
export function checkAnnotation(value: Located, shape: ObjectShape, options: CheckOptions): LocatedObject | undefined {
  const checked = checkValue(options, value, shape, annotationName)
  return checked?.kind === 'object' ? checked : undefined
}

function checkValue(options: CheckOptions, value: Located, shape: Shape, name: string): Located | undefined {
  if (shape.kind === 'object') return checkObject(options, value, shape, name)
  if (shape.kind === 'variants') return checkVariants(options, value, shape, name)
  if (shape.kind === 'map') return checkMap(options, value, shape, name)
  if (shape.kind === 'list') return checkList(options, value, shape, name)
  if (!fits(value, shape)) {
    reportInvalid(options, { value, shape, name })
    return undefined
  }
  if (isUnbuilt(value, shape)) reportUnbuilt(options, `${name}: ${quoted(value)}`, value.place)
  return value
}

function checkObject(options: CheckOptions, value: Located, shape: ObjectShape, name: string): Located | undefined {
  if (value.kind !== 'object') {
    const { short } = shape
    if (short !== undefined && fits(value, short.of)) {
      return { kind: 'object', place: value.place, members: new Map(short.sets.map((member) => [member, value])) }
    }
    reportInvalid(options, { value, shape, name })
    return undefined
  }
  const members = checkMembers(options, value, shape, name)
  const [first, second] = shape.apart ?? []
  if (first !== undefined && second !== undefined && value.members.has(first) && value.members.has(second)) {
    options.report({
      rule: 'group-given-twice',
      message: `"${first}" stands beside "${second}"`,
      hint: `"${first}" is short for "${second}" with one group: keep "${second}" and list the group there`,
      at: value.members.get(first)?.place ?? value.place,
    })
    members.delete(first)
  }
  return hasRequired(options, value, shape.required, name) ? { ...value, members } : undefined
}

function checkMembers(
  options: CheckOptions,
  value: LocatedObject,
  shape: Pick<ObjectShape, 'keys' | 'isPlace'>,
  name: string,
): Map<string, Located> {
  const members = new Map<string, Located>()
  for (const [member, memberValue] of value.members) {
    const key = Object.hasOwn(shape.keys, member) ? shape.keys[member] : undefined
    if (key === undefined) {
      reportUnknownKey(options, { member, parent: value.place, shape }, name)
      continue
    }
    const checked = checkKey(options, memberValue, key, pathName(name, member))
    if (checked !== undefined) members.set(member, checked)
  }
  return members
}

function checkKey(options: CheckOptions, value: Located, key: Key, name: string): Located | undefined {
  const checked = checkValue(options, value, key.shape, name)
  const saysNothing = checked === undefined || (checked.kind === 'list' && checked.items.length === 0)
  if (key.unbuilt && !saysNothing) reportUnbuilt(options, name, value.place)
  return checked
}

function checkVariants(options: CheckOptions, value: Located, shape: VariantsShape, name: string): Located | undefined {
  const kind = value.kind === 'object' ? value.members.get('kind') : value
  const word = kind?.kind === 'scalar' && typeof kind.value === 'string' ? kind.value : ''
  const variant = Object.hasOwn(shape.of, word) ? shape.of[word] : undefined
  if (kind === undefined || variant === undefined) {
    reportInvalid(options, { value: kind ?? value, shape, name })
    return undefined
  }
  if (value.kind !== 'object' && !bareWords(shape).includes(word)) {
    const hint = `it says too little alone: { kind: ${[word, ...(variant.required ?? [])].join(', ')}: … }`
    reportInvalid(options, { value, shape, name, hint })
    return undefined
  }
  const rest = value.kind === 'object' ? checkVariant(options, value, variant, name) : new Map<string, Located>()
  if (rest === undefined) return undefined
  if (variant.unbuilt) reportUnbuilt(options, `${name}: ${word}`, kind.place)
  return { kind: 'object', place: value.place, members: new Map([['kind', kind], ...rest]) }
}

function checkVariant(
  options: CheckOptions,
  value: LocatedObject,
  variant: Variant,
  name: string,
): ReadonlyMap<string, Located> | undefined {
  const members = new Map([...value.members].filter(([member]) => member !== 'kind'))
  const checked = checkMembers(options, { ...value, members }, variant, name)
  return hasRequired(options, value, variant.required, name) ? checked : undefined
}

function checkMap(
  options: CheckOptions,
  value: Located,
  shape: Extract<Shape, { kind: 'map' }>,
  name: string,
): Located | undefined {
  if (value.kind !== 'object') {
    reportInvalid(options, { value, shape, name })
    return undefined
  }
  const members = new Map<string, Located>()
  for (const [member, memberValue] of value.members) {
    const label: Located = { kind: 'scalar', place: memberValue.place, value: member }
    const isName = fits(label, shape.names)
    if (!isName) reportInvalid(options, { value: label, shape: shape.names, name: `a name under ${name}` })
    const checked = checkValue(options, emptied(memberValue, shape), shape.of, pathName(name, member))
    if (isName && checked !== undefined) members.set(member, checked)
  }
  return { ...value, members }
}

/** A name without a value stands for `{}` where the shape says so. */
function emptied(value: Located, shape: Extract<Shape, { kind: 'map' }>): Located {
  const isNull = value.kind === 'scalar' && value.value === null
  return shape.nullable && isNull ? { kind: 'object', place: value.place, members: new Map() } : value
}

function checkList(
  options: CheckOptions,
  value: Located,
  shape: Extract<Shape, { kind: 'list' }>,
  name: string,
): Located | undefined {
  if (value.kind !== 'list' || value.items.length < shape.least) {
    reportInvalid(options, { value, shape, name })
    return undefined
  }
  const items = value.items.map((item, i) => checkValue(options, item, shape.of, `${name}[${i}]`))
  const right = items.filter((item) => item !== undefined)
  // A list that lost an item would mean something else: a key with a field less names other events.
  return right.length === items.length ? { ...value, items: right } : undefined
}

function hasRequired(
  options: CheckOptions,
  value: LocatedObject,
  required: readonly string[] = [],
  name: string,
): boolean {
  const missing = required.filter((member) => !value.members.has(member))
  reportMissingKeys(options, missing, value.place, name)
  return missing.length === 0
}
