import { didYouMean } from '../../model/did-you-mean.js'
import type { Located, LocatedList, LocatedObject, LocatedScalar } from '../located.js'
import { expressionText } from '../messages/field-expression.js'
import { otherSpellings } from '../messages/other-spellings.js'
import { fits } from './fits.js'
import { meantDuration } from './meant-duration.js'
import { fields, groupName } from './message-shapes.js'
import type { Shape } from './shape.js'

/** How a value would have to be written that is of the wrong kind, as a hint; undefined where that cannot be guessed. */
export function meantValue(value: Located, shape: Shape): string | undefined {
  const written = corrected(value, shape)
  if (written !== undefined) return `write ${written}`
  if (value.kind !== 'scalar' || typeof value.value === 'boolean' || value.value === null) return undefined
  if (shape.kind === 'object' && shape.short !== undefined) return meantValue(value, shape.short.of)
  if (shape.kind === 'duration' && isBareNumber(value.value))
    return `write the unit too: ${value.value}s or ${value.value}d, say`
  const words = shape.kind === 'word' ? shape.of : shape.kind === 'variants' ? Object.keys(shape.of) : []
  const meant = didYouMean(String(value.value), words)
  return meant === undefined ? undefined : `did you mean "${meant}"?`
}

/** The value as YAML of the right kind. */
function corrected(value: Located, shape: Shape): string | undefined {
  if (value.kind === 'scalar') return correctedScalar(value, shape)
  return value.kind === 'list' ? correctedList(value, shape) : correctedObject(value, shape)
}

function correctedScalar(value: LocatedScalar, shape: Shape): string | undefined {
  const text = String(value.value)
  switch (shape.kind) {
    case 'integer':
      return fitting(Number(text), shape)
    case 'flag':
      return /^(true|yes|on|1)$/i.test(text) ? 'true' : /^(false|no|off|0)$/i.test(text) ? 'false' : undefined
    case 'duration':
      return typeof value.value === 'string' ? meantDuration(value.value) : undefined
    case 'text':
      return typeof value.value === 'number' ? JSON.stringify(text) : shape === fields ? meantField(text) : undefined
    case 'list':
      return listOf(value, shape)
    case 'map':
      return shape.nullable === true && fits(value, shape.names) ? `{ ${text}: {} }` : undefined
    case 'object':
      return shape.short !== undefined ? correctedScalar(value, shape.short.of) : either(underKeys(value, shape))
    default:
      return undefined
  }
}

function fitting(number: number, shape: Shape): string | undefined {
  return fits({ kind: 'scalar', place: nowhere, value: number }, shape) ? String(number) : undefined
}

/** A field in another notation, where what it means is no guess. */
function meantField(text: string): string | undefined {
  const [meant] = otherSpellings(text)
  const written = meant === undefined ? undefined : expressionText(meant)
  return written !== undefined && fits({ kind: 'scalar', place: nowhere, value: written }, fields) ? written : undefined
}

/** One item, or several in one text. */
function listOf(value: LocatedScalar, shape: Extract<Shape, { kind: 'list' }>): string | undefined {
  const parts = typeof value.value === 'string' ? value.value.split(/\s*,\s*/).filter((part) => part !== '') : []
  const items = (parts.length > 1 ? parts : [value.value]).map((part) => {
    const item: LocatedScalar = { ...value, value: part }
    // What alone stands for a binding is its routing key, the last of the two.
    if (shape.of.kind === 'object') return underKeys(item, shape.of).at(-1)
    return fits(item, shape.of) ? String(part) : correctedScalar(item, shape.of)
  })
  return items.length === 0 || items.includes(undefined) ? undefined : `it in brackets: [${items.join(', ')}]`
}

function correctedList(value: LocatedList, shape: Shape): string | undefined {
  const texts = value.items.map((item) => (item.kind === 'scalar' ? String(item.value) : undefined))
  if (texts.length === 0 || texts.includes(undefined)) return undefined
  if (shape.kind === 'map' && shape.nullable === true) {
    return `a line for each: { ${texts.map((text) => `${text}: {}`).join(', ')} }`
  }
  if (shape.kind === 'object' && shape.short === undefined) return either(underKeys(value, shape))
  if (shape === groupName) return `consumers instead: { ${texts.map((text) => `${text}: {}`).join(', ')} }`
  const [only] = value.items
  return value.items.length === 1 && only !== undefined && fits(only, shape)
    ? `it without brackets: ${texts[0]}`
    : undefined
}

function correctedObject(value: LocatedObject, shape: Shape): string | undefined {
  const names = [...value.members.keys()]
  if (shape.kind === 'variants') {
    const [kind] = names.filter((name) => Object.hasOwn(shape.of, name))
    return kind === undefined ? undefined : `{ kind: ${kind} }`
  }
  if (shape.kind !== 'list') return undefined
  if (shape.of.kind === 'object') {
    const { keys } = shape.of
    return names.length > 0 && names.every((name) => Object.hasOwn(keys, name)) ? 'a list: put - before it' : undefined
  }
  const areItems = names.every((name) => fits({ kind: 'scalar', place: value.place, value: name }, shape.of))
  return names.length > 0 && areItems ? `a list: [${names.join(', ')}]` : undefined
}

/** The object with the value under a key that takes such a value; none where the object has more to it. */
function underKeys(value: LocatedScalar | LocatedList, shape: Extract<Shape, { kind: 'object' }>): readonly string[] {
  if (shape.isPlace === true) return []
  const items = value.kind === 'list' ? value.items : [value]
  const texts = items.map((item) => (item.kind === 'scalar' ? String(item.value) : '')).join(', ')
  return Object.entries(shape.keys).flatMap(([name, { shape: inner }]) => {
    if (value.kind === 'scalar' && fits(value, inner)) return [`{ ${name}: ${texts} }`]
    const isItem = inner.kind === 'list' && items.length > 0 && items.every((item) => fits(item, inner.of))
    return isItem ? [`{ ${name}: [${texts}] }`] : []
  })
}

function either(written: readonly string[]): string | undefined {
  return written.length === 1 || written.length === 2 ? written.join(' or ') : undefined
}

function isBareNumber(value: string | number): boolean {
  return typeof value === 'number' || /^\d+$/.test(value)
}

const nowhere = { file: '', pointer: '' }
