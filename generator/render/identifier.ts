import { isIdentifier, isMemberName } from '../model/identifier.js'
import type { Code } from './code.js'

/** A name as code. Names are made from the spec by the build stage; one that is no identifier is a bug there. */
export function identifier(name: string): Code {
  if (!isIdentifier(name)) throw new Error(`"${name}" is not a name that TypeScript accepts`)
  return name as Code // the pattern leaves nothing in it that could end a token
}

/** The same for the name of a member, which may be a reserved word: `publishers.delete`. */
export function memberIdentifier(name: string): Code {
  if (!isMemberName(name)) throw new Error(`"${name}" is not a name that a member may have`)
  return name as Code // as above
}
