import { type Code, code, joinCode } from './code.js'
import { lineWidth } from './data.js'

/** `export function name(…): Result`, with a line for each parameter where one line would be too long. */
export function functionHead(parts: {
  readonly name: Code
  readonly parameters: readonly Code[]
  readonly result: Code
}): Code {
  const { name, parameters, result } = parts
  const line = code`export function ${name}(${joinCode(parameters, ', ')}): ${result}`
  if (line.length + ' {'.length <= lineWidth && !line.includes('\n')) return line
  const lines = joinCode(
    parameters.map((parameter) => code`\n  ${parameter},`),
    '',
  )
  return code`export function ${name}(${lines}\n): ${result}`
}
