import type { Json, JsonObject } from '../model/document.js'
import { joinPointer } from '../model/pointer.js'
import { deepestNesting } from './text-fault.js'

/** Something in a file that reads as YAML or JSON, but that no later stage could handle safely. */
export interface ValueFault {
  readonly rule: 'alias-unbounded' | 'nested-too-deep' | 'key-forbidden' | 'value-not-json'
  readonly pointer: string
  readonly message: string
  readonly hint: string
}

/**
 * Finds aliases that would expand without bounds, keys that JavaScript gives a meaning of its own, and values that
 * JSON cannot write. A value without a fault is a tree that any stage can walk and copy.
 */
export function checkValues(value: Json): readonly ValueFault[] {
  const walk: Walk = { faults: [], path: [], sizes: new Map(), open: new Set(), written: 0, tooLarge: false }
  measure(walk, value)
  return walk.faults
}

/** A value as written out in full: how many values it holds, and how many levels. */
interface Size {
  readonly count: number
  readonly depth: number
}

interface Walk {
  readonly faults: ValueFault[]
  /** The way to the value that is being measured; made a pointer only where there is a fault. */
  readonly path: string[]
  /** Of the lists and maps left; an alias brings the same one again. */
  readonly sizes: Map<object, Size>
  /** The lists and maps that the walk is inside of. */
  readonly open: Set<object>
  /** The values that stand in the text, each counted once however often it is repeated. */
  written: number
  /** Whether a finding says that the value is too large; everything around the fault is too large as well. */
  tooLarge: boolean
}

// Aliases in real documents repeat a few lines; ten times the values that stand in the text is far beyond them, and a
// million is what the other stages still walk in about a second.
const mostRepetition = 10
const mostValues = 1_000_000

function measure(walk: Walk, value: Json): Size {
  walk.written++
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) report(walk, notJson(value))
    return { count: 1, depth: 0 }
  }
  const known = walk.sizes.get(value)
  if (known !== undefined) return known
  if (walk.open.has(value)) {
    reportSize(walk, { rule: 'alias-unbounded', message: 'an alias stands inside the value that it repeats' })
    return { count: 1, depth: 0 }
  }
  walk.open.add(value)
  const size = measureParts(walk, value)
  walk.open.delete(value)
  walk.sizes.set(value, size)
  return size
}

function measureParts(walk: Walk, parts: JsonObject | readonly Json[]): Size {
  let size: Size = { count: 1, depth: 0 }
  for (const [name, part] of Object.entries<Json>(parts)) {
    walk.path.push(name)
    if (forbidden.has(name)) report(walk, forbiddenKey(name))
    const { count, depth } = measure(walk, part)
    size = { count: size.count + count, depth: Math.max(size.depth, depth + 1) }
    checkSize(walk, size)
    walk.path.pop()
  }
  return size
}

function checkSize(walk: Walk, size: Size): void {
  if (walk.tooLarge) return
  if (size.depth > deepestNesting) {
    reportSize(walk, { rule: 'nested-too-deep', message: `nested deeper than ${deepestNesting} levels` })
  } else if (size.count > mostValues && size.count > mostRepetition * walk.written) {
    reportSize(walk, { rule: 'alias-unbounded', message: 'aliases of aliases would expand to more than can be read' })
  }
}

function reportSize(walk: Walk, fault: Pick<ValueFault, 'rule' | 'message'>): void {
  report(walk, { ...fault, hint: 'use "$ref" for values that repeat or recur' })
  walk.tooLarge = true
}

function report(walk: Walk, fault: Omit<ValueFault, 'pointer'>): void {
  walk.faults.push({ ...fault, pointer: joinPointer('', ...walk.path) })
}

const forbidden: ReadonlySet<string> = new Set(['__proto__', '[object Object]'])

function forbiddenKey(name: string): Omit<ValueFault, 'pointer'> {
  const isMap = name === '[object Object]'
  return {
    rule: 'key-forbidden',
    message: isMap ? 'a key is a map itself' : `"${name}" cannot be a key`,
    hint: isMap
      ? 'put a key that starts with "{" in quotes'
      : 'rename it: JavaScript gives this name a meaning of its own',
  }
}

function notJson(value: number): Omit<ValueFault, 'pointer'> {
  const hint = 'write a number, or put it in quotes if it is a text'
  return { rule: 'value-not-json', message: `${value} is no value of JSON`, hint }
}
