import { braced, type Code, code, joinCode } from '../code.js'
import { lineWidth, propertyName } from '../data.js'
import { docComment, saysNothing } from '../doc.js'
import { identifier } from '../identifier.js'
import { literal } from '../literal.js'
import { isKeyword, type Member, type Type } from './type.js'

/** Where a type stands: the indentation of its line, and the characters of that line before and after it. */
export interface TypeLayout {
  readonly indent: number
  readonly taken: number
  /** A try whether it all fits on one line: what does not is `tooLong`, without being printed. */
  readonly isFlat?: true
}

const flat: TypeLayout = { indent: 0, taken: 0, isFlat: true }
/** Anything that is no single line. */
const tooLong = '\n' as Code // white space

/** A type as TypeScript, in the layout of the usual formatters as far as lines are concerned. */
export function printType(type: Type, layout: TypeLayout): Code {
  switch (type.kind) {
    case 'keyword':
      return keywords[type.name]
    case 'literal':
      return literal(type.value)
    case 'reference':
      return identifier(type.name)
    case 'array':
      return code`readonly ${printOperand(type.items, layout)}[]`
    case 'tuple':
      return printTuple(type, layout)
    case 'object':
      return printFlatObject(type, layout) ?? (layout.isFlat ? tooLong : printObject(type, layout.indent))
    case 'union':
      return printUnion(type.of, layout)
    case 'intersection':
      return joinCode(
        type.of.map((part) => printOperand(part, layout)),
        ' & ',
      )
  }
}

/** The body of an interface or of an object type, braces included. */
export function printObject(type: Extract<Type, { kind: 'object' }>, indent: number): Code {
  const inner = indent + 2
  const index = type.index === undefined ? [] : [printIndex(type.index, { indent: inner, taken: inner })]
  return braced([...type.members.map((member) => printMember(member, inner)), ...index], indent)
}

/** On one line, where there is nothing to say about its members and the line is not too long. */
function printFlatObject(type: Extract<Type, { kind: 'object' }>, layout: TypeLayout): Code | undefined {
  if (type.members.some((member) => !saysNothing(member.doc))) return undefined
  const index = type.index === undefined ? [] : [printIndex(type.index, flat)]
  const pieces = [...type.members.map((member) => code`${memberHead(member)}${printType(member.type, flat)}`), ...index]
  const line = code`{ ${joinCode(pieces, '; ')} }`
  return line.includes('\n') || layout.taken + line.length > lineWidth ? undefined : line
}

const keywords = {
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  null: code`null`,
  undefined: code`undefined`,
  present: code`{} | null`,
  unknown: code`unknown`,
  never: code`never`,
}

function printMember(member: Member, indent: number): Code {
  const head = memberHead(member)
  const line = code`${head}${printType(member.type, { indent, taken: indent + head.length })}`
  if (saysNothing(member.doc)) return line
  return `${docComment(member.doc, indent)}\n${' '.repeat(indent)}${line}` as Code // only white space beside code
}

function memberHead(member: Member): Code {
  return code`readonly ${propertyName(member.name)}${member.optional ? code`?` : code``}: `
}

function printIndex(type: Type, layout: TypeLayout): Code {
  const head = code`readonly [name: string]: `
  return code`${head}${printType(type, { ...layout, taken: layout.taken + head.length })}`
}

function printTuple(type: Extract<Type, { kind: 'tuple' }>, layout: TypeLayout): Code {
  const items = type.items.map((item, i) => {
    return i < type.required ? printType(item, layout) : code`${printOperand(item, layout)}?`
  })
  const rest = type.rest === undefined ? [] : [code`...${printOperand(type.rest, layout)}[]`]
  return code`readonly [${joinCode([...items, ...rest], ', ')}]`
}

/** On one line, or with each alternative on its own when one line would be too long. */
function printUnion(types: readonly Type[], layout: TypeLayout): Code {
  const oneLine = printAlternatives(types, flat)
  if (!oneLine.includes('\n') && layout.taken + oneLine.length <= lineWidth) return oneLine
  if (layout.isFlat) return tooLong
  // An object or null reads best as the object with its braces where they are.
  const objects = types.filter((type) => type.kind === 'object')
  if (objects.length === 1 && types.every((type) => type.kind === 'object' || type.kind === 'keyword'))
    return printAlternatives(types, layout)
  const inner = layout.indent + 2
  const margin = ' '.repeat(inner)
  const lines = types.map((type) => `\n${margin}| ${printAlternative(type, { indent: inner + 2, taken: inner + 2 })}`)
  return lines.join('') as Code // only white space and bars beside code
}

function printAlternatives(types: readonly Type[], layout: TypeLayout): Code {
  return joinCode(
    types.map((type) => printAlternative(type, layout)),
    ' | ',
  )
}

function printAlternative(type: Type, layout: TypeLayout): Code {
  return type.kind === 'intersection' ? code`(${printType(type, layout)})` : printType(type, layout)
}

/** In parentheses where a following `[]`, `?` or `&` would take only a part of it. */
function printOperand(type: Type, layout: TypeLayout): Code {
  const isCompound = ['union', 'intersection', 'array', 'tuple'].includes(type.kind) || isKeyword(type, 'present')
  return isCompound ? code`(${printType(type, layout)})` : printType(type, layout)
}
