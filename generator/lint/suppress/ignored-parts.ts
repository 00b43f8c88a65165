import { isList, isObject, type Json, type SourceFile } from '../../model/document.js'
import type { Finding } from '../../model/finding.js'
import { joinPointer } from '../../model/pointer.js'
import type { Suppression } from './suppression.js'

const key = 'x-idemgen-ignore'

export interface Ignored {
  readonly suppressions: readonly Suppression[]
  /** About those that say nothing that could be followed. */
  readonly findings: readonly Finding[]
}

/** What objects switch off for themselves and all that is in them: `x-idemgen-ignore: [{ rule, reason }]`. */
export function ignoredParts(file: string, { text, value }: SourceFile): Ignored {
  const suppressions: Suppression[] = []
  const findings: Finding[] = []
  // Hardly any text has one, and a walk through a large document takes long.
  if (!text.includes(key)) return { suppressions, findings }
  const seen = new Set<Json>()
  const visit = (part: Json, pointer: string) => {
    if ((!isObject(part) && !isList(part)) || seen.has(part)) return
    seen.add(part)
    if (isObject(part) && Object.hasOwn(part, key)) {
      const at = joinPointer(pointer, key)
      for (const [i, entry] of entriesOf(part[key]).entries()) {
        const place = { file, pointer: isList(part[key]) ? joinPointer(at, i) : at }
        const read = readEntry(entry)
        if (read === undefined) findings.push(malformed(place))
        else suppressions.push({ file, ...read, at: place, covers: { pointer } })
      }
    }
    for (const [name, inner] of Object.entries<Json>(part)) {
      if (name !== key) visit(inner, joinPointer(pointer, name))
    }
  }
  visit(value, '')
  return { suppressions, findings }
}

function entriesOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [value ?? null]
}

function readEntry(entry: Json): Pick<Suppression, 'rules' | 'reason'> | undefined {
  if (!isObject(entry) || typeof entry.rule !== 'string') return undefined
  const { rule, reason = '', ...others } = entry
  if (typeof reason !== 'string' || Object.keys(others).length > 0) return undefined
  return { rules: [rule], reason: reason.trim() }
}

function malformed(at: { readonly file: string; readonly pointer: string }): Finding {
  return {
    rule: 'suppression-malformed',
    severity: 'error',
    message: `"${key}" is a list of rules and reasons`,
    hint: `write "${key}: [{ rule: key-is-volatile, reason: … }]"`,
    at,
  }
}
