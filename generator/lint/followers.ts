import { type Finding, isError } from '../model/finding.js'
import { placeKey } from '../model/pointer.js'

/**
 * What rules find, without what only follows from a mistake that was found before: a value that is refused is not
 * judged as well, nor anything in it.
 */
export function withoutFollowers(found: readonly Finding[], before: readonly Finding[]): readonly Finding[] {
  const refused = new Set(before.filter(isError).flatMap(({ at }) => ('pointer' in at ? [placeKey(at)] : [])))
  if (refused.size === 0) return found
  return found.filter(
    ({ at }) => !('pointer' in at) || !enclosing(at.pointer).some((part) => refused.has(`${at.file}#${part}`)),
  )
}

/** A pointer and those of the values around it, but for the whole file: that something is missing there is no reason. */
function enclosing(pointer: string): readonly string[] {
  const parts: string[] = []
  for (let part = pointer; part !== ''; part = part.slice(0, part.lastIndexOf('/'))) parts.push(part)
  return parts
}
