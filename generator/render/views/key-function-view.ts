import type { KeyFieldContract, MessageContract } from '../../model/contract.js'
import { braced, type Code, code } from '../code.js'
import { docComment } from '../doc.js'
import { functionHead } from '../function-head.js'
import { identifier } from '../identifier.js'
import type { View } from '../template-engine.js'
import { printType } from '../types/print-type.js'
import { anyObject, keyword, type Member, type Type } from '../types/type.js'
import type { HeadersType } from './headers.js'
import { parametersType, payloadType } from './message-parts.js'
import { nameOf, quoted, type ViewInput } from './view-input.js'

/** The function that computes a message's business key. It asks for headers and parameters only if the key has some. */
export function keyFunctionView(
  id: string,
  message: MessageContract,
  headers: HeadersType | undefined,
  { names, source }: ViewInput,
): View {
  const payload = printType(payloadType(message, source), { indent: 2, taken: 2 })
  const others = othersInKey(message, headers)
  const values = others.length === 0 ? [] : [code`values: ${printValues(others)}`]
  return {
    doc: docComment({ lines: docLines(id, message), from: [message.from] }, 0),
    head: functionHead({
      name: identifier(nameOf(names.messages, id).keyFunction),
      parameters: [code`payload: ${payload}`, ...values],
      result: code`string`,
    }),
    message: identifier(id),
    values: valuesGiven(others.map(({ name }) => identifier(name))),
  }
}

function valuesGiven(others: readonly Code[]): Code {
  if (others.length === 0) return code`{ payload }`
  // Spread, since an interface as it is does not count as a record.
  return braced([code`payload,`, ...others.map((name) => code`${name}: { ...values.${name} },`)], 2)
}

function printValues(others: readonly Member[]): Code {
  return printType({ kind: 'object', members: others }, { indent: 2, taken: '  values: ,'.length })
}

function othersInKey(message: MessageContract, headers: HeadersType | undefined): readonly Member[] {
  const has = (source: KeyFieldContract['in']) => message.key.some((field) => field.in === source)
  const strings: Type = { kind: 'object', members: [], index: keyword('string') }
  const member = (name: string, type: Type): Member => ({ name, type, optional: false, doc: { lines: [] } })
  return [
    ...(has('header') ? [member('headers', headers?.type ?? anyObject)] : []),
    ...(has('parameter') ? [member('parameters', parametersType(message, {}) ?? strings)] : []),
  ]
}

function docLines(id: string, { eventType, key }: MessageContract): readonly string[] {
  const parts = [
    eventType,
    ...key.map((field) => `<${field.in === 'payload' ? '' : `${field.in} `}${field.path.join('.')}>`),
  ]
  return [
    `The business key of ${quoted(id)}: ${quoted(parts.join(':'))}.`,
    'Throws `InvalidMessageError` where a field of the key is missing, empty or cannot be part of a key.',
  ]
}
