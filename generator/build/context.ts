import type { SourceFile } from '../model/document.js'
import type { Finding, Severity } from '../model/finding.js'
import type { Fix } from '../model/fix.js'
import { type Place, placeKey } from '../model/pointer.js'
import { type Found, findValue, referenceIn, referenceTarget, resolveValue } from '../model/reference.js'

type Files = ReadonlyMap<string, SourceFile>

/** What every step of the build reads, and where it tells what is wrong. */
export interface Context {
  readonly report: Report
  /** Where a reference that stands in a file leads: the value there, which may be another reference. */
  readonly target: (ref: string, file: string) => Found | undefined
  /** The value itself, or what its reference leads to in the end; undefined when it leads nowhere. */
  readonly follow: (found: Found) => Found | undefined
}

export interface Fault {
  readonly rule: string
  /** Default `error`. */
  readonly severity?: Severity
  readonly message: string
  readonly hint?: string
  readonly at: Place
  /** One finding of this rule at the place is enough, whatever others of it would say. */
  readonly once?: boolean
  /** What `lint --fix` does about it, where that is safe. */
  readonly fix?: Fix
}
export type Report = (fault: Fault) => void

/** A context for one document. References are looked up once: documents repeat a few of them by the thousand. */
export function createContext(files: Files): Context & { readonly findings: () => readonly Finding[] } {
  const found = new Map<string, Finding>()
  const targets = new Map<string, Found | undefined>()
  const ends = new Map<string, Found | undefined>()
  return {
    // The same thing said twice of the same place is one finding: shared places are read often.
    report({ once = false, ...fault }) {
      const key = JSON.stringify([fault.rule, placeKey(fault.at), ...(once ? [] : [fault.message])])
      if (!found.has(key)) found.set(key, { ...fault, severity: fault.severity ?? 'error' })
    },
    target: (ref, file) => remembered(targets, `${file}\n${ref}`, () => targetOf(files, ref, file)),
    follow(value) {
      const ref = referenceIn(value.value)
      if (ref === undefined) return value
      return remembered(ends, `${value.place.file}\n${ref}`, () => resolveValue(files, value.place))
    },
    findings: () => [...found.values()],
  }
}

function targetOf(files: Files, ref: string, file: string): Found | undefined {
  const target = referenceTarget(files, { ref, file })
  return target.kind === 'place' ? findValue(files, target.place) : undefined
}

function remembered<Value>(memory: Map<string, Value>, key: string, make: () => Value): Value {
  const known = memory.get(key)
  if (known !== undefined || memory.has(key)) return known as Value // has: the value may be undefined
  const value = make()
  memory.set(key, value)
  return value
}
