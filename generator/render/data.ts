import type { Code } from './code.js'
import { literal } from './literal.js'

/** Longest line of the output, as the formatter of this repository has it. */
export const lineWidth = 120

/** Data that may hold members without a value; they are left out. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [name: string]: Data | undefined }

interface Layout {
  /** Spaces before the line that the value starts on. */
  readonly indent: number
  /** Characters of that line before and after the value. */
  readonly taken: number
  /** Whether the value's own members each get a line even when one would hold them all. */
  readonly expanded?: boolean
}

/** JSON as a TypeScript expression, on one line where it fits and otherwise a member or item a line. */
export function data(value: Data, layout: Layout): Code {
  return print(value, layout) as Code // made of literals, checked member names and our own punctuation
}

/** The name of a member as it stands before a colon. */
export function memberName(name: string): Code {
  // As a plain member, `__proto__` would set the prototype of the object instead.
  if (name === '__proto__') return "['__proto__']" as Code
  return propertyName(name)
}

/** The name of a member of a type: wire names are never changed, only quoted where they must be. */
export function propertyName(name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? (name as Code) : literal(name)
}

function print(value: Data, layout: Layout): string {
  if (value === null || typeof value !== 'object') return literal(value)
  const oneLine = layout.expanded === true ? undefined : printFlat(value, lineWidth - layout.taken)
  if (oneLine !== undefined) return oneLine
  const inner = layout.indent + 2
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  const lines = entries(value).map(([prefix, child]) => {
    return `${' '.repeat(inner)}${prefix}${print(child, { indent: inner, taken: inner + prefix.length + 1 })},`
  })
  return lines.length === 0 ? open + close : [open, ...lines, ' '.repeat(layout.indent) + close].join('\n')
}

/** Undefined as soon as it is known not to fit: the rest is not worth printing. */
function printFlat(value: Data, room: number): string | undefined {
  if (value === null || typeof value !== 'object') return within(literal(value), room)
  if (spreadsByHabit(value)) return undefined
  let text = ''
  for (const [prefix, child] of entries(value)) {
    const part = printFlat(child, room - text.length - prefix.length - ', '.length)
    if (part === undefined) return undefined
    text += (text === '' ? '' : ', ') + prefix + part
  }
  if (isList(value)) return within(`[${text}]`, room)
  return within(text === '' ? '{}' : `{ ${text} }`, room)
}

function within(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined
}

/** What stands before each value of a list or an object, and the value. */
function entries(value: readonly Data[] | { readonly [name: string]: Data | undefined }): readonly [string, Data][] {
  if (isList(value)) return value.map((item) => ['', item])
  const members: [string, Data][] = []
  for (const name of Object.keys(value)) {
    const child = value[name]
    if (child !== undefined) members.push([`${memberName(name)}: `, child])
  }
  return members
}

/** Formatters give each of several objects in a list its own line. */
function spreadsByHabit(value: Data): boolean {
  if (!isList(value) || value.length < 2) return false
  return value.every((item) => isList(item) === isList(value[0] ?? null) && sizeOf(item) > 1)
}

function sizeOf(value: Data): number {
  return value === null || typeof value !== 'object' ? 0 : entries(value).length
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value)
}

/** The Contract holds JSON and nothing else, which interfaces cannot say. */
export function asData(value: object): Data {
  return value as Data
}
