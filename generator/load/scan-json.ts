import type { PlacedNode } from './placed-node.js'
import { deepestNesting, type TextFault } from './text-fault.js'

/**
 * Reads the syntax of a JSON text, strictly: where everything stands, or the first fault. JSON.parse gives the value;
 * it names no position for most faults and lets the last of two equal keys win without a word.
 */
export function scanJson(text: string): PlacedNode | TextFault {
  const scan: Scan = { text, offset: 0 }
  try {
    const root = value(scan, 0)
    if (scan.offset < text.length) throw fault(scan, `${shown(scan)} stands after the end of the document`)
    return root
  } catch (error) {
    if (error instanceof Fault) return error.fault
    throw error
  }
}

// Unrolled loops: with a nested repetition an unclosed quote would take exponential time.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a string
const startOfString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const wholeScalar = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

interface Scan {
  readonly text: string
  offset: number
}

/** Unwinds the scanner; never leaves this file. */
class Fault extends Error {
  readonly fault: TextFault
  constructor(fault: TextFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** One value with the space around it; `offset` of the node is its own start. */
function value(scan: Scan, depth: number): PlacedNode {
  skipSpace(scan)
  if (depth > deepestNesting) throw fault(scan, `nested deeper than ${deepestNesting} levels`, 'split the document')
  const offset = scan.offset
  const first = scan.text[offset]
  if (first === '{') return { offset, ...object(scan, depth) }
  if (first === '[') return { offset, ...list(scan, depth) }
  if (first === '"') string(scan)
  else scalar(scan)
  skipSpace(scan)
  return { offset }
}

function object(scan: Scan, depth: number): Pick<PlacedNode, 'members'> {
  const members = new Map<string, PlacedNode>()
  scan.offset++
  skipSpace(scan)
  while (scan.text[scan.offset] !== '}') {
    if (members.size > 0) comma(scan, '}')
    const offset = scan.offset
    if (scan.text[offset] !== '"') throw fault(scan, `expected a key in double quotes, found ${shown(scan)}`)
    const key = string(scan)
    if (members.has(key)) {
      scan.offset = offset
      throw fault(scan, `the key ${JSON.stringify(key)} stands twice in one object`, 'remove one of the two')
    }
    skipSpace(scan)
    if (scan.text[scan.offset] !== ':') throw fault(scan, `expected ":" after a key, found ${shown(scan)}`)
    scan.offset++
    members.set(key, { ...value(scan, depth + 1), offset })
  }
  scan.offset++
  skipSpace(scan)
  return { members }
}

function list(scan: Scan, depth: number): Pick<PlacedNode, 'items'> {
  const items: PlacedNode[] = []
  scan.offset++
  skipSpace(scan)
  while (scan.text[scan.offset] !== ']') {
    if (items.length > 0) comma(scan, ']')
    items.push(value(scan, depth + 1))
  }
  scan.offset++
  skipSpace(scan)
  return { items }
}

function comma(scan: Scan, end: '}' | ']'): void {
  if (scan.text[scan.offset] !== ',') throw fault(scan, `expected "," or "${end}", found ${shown(scan)}`)
  const offset = scan.offset
  scan.offset++
  skipSpace(scan)
  if (scan.text[scan.offset] !== end) return
  scan.offset = offset
  throw fault(scan, `a comma stands before "${end}"`, 'remove it, or write the file as YAML')
}

function skipSpace(scan: Scan): void {
  for (;;) {
    const code = scan.text.charCodeAt(scan.offset)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    scan.offset++
  }
}

/** The decoded text of the string that starts here. */
function string(scan: Scan): string {
  startOfString.lastIndex = scan.offset
  const start = startOfString.exec(scan.text)?.[0] ?? ''
  if (scan.text[scan.offset + start.length] !== '"') throw brokenString(scan, start)
  const found = `${start}"`
  scan.offset += found.length
  return found.includes('\\') ? String(JSON.parse(found)) : found.slice(1, -1)
}

/** `good` is the part up to the first character that cannot stand in a string. */
function brokenString(scan: Scan, good: string): Fault {
  const next = scan.text[scan.offset + good.length]
  if (next === undefined || next === '\n' || next === '\r') {
    return fault(scan, 'a text has no closing quote', 'close it on the same line')
  }
  scan.offset += good.length
  if (next !== '\\')
    return fault(scan, `${shown(scan)} stands in a text as it is`, 'write it as an escape, such as \\t')
  const wrong = JSON.stringify(scan.text.slice(scan.offset, scan.offset + 2))
  return fault(scan, `${wrong} is no escape`, 'write two backslashes for one')
}

function scalar(scan: Scan): void {
  wholeScalar.lastIndex = scan.offset
  const found = wholeScalar.exec(scan.text)?.[0]
  const end = scan.offset + (found?.length ?? 0)
  if (found === undefined || /[\w.+-]/.test(scan.text[end] ?? ''))
    throw fault(scan, `expected a value, found ${shown(scan)}`)
  scan.offset = end
}

/** What stands at the offset, as a message quotes it. */
function shown(scan: Scan): string {
  const word = /^(?:[\w.+-]+|.)/su.exec(scan.text.slice(scan.offset, scan.offset + 40))?.[0]
  return word === undefined ? 'the end of the file' : JSON.stringify(word)
}

function fault(scan: Scan, message: string, hint?: string): Fault {
  const comment = /^\/[/*]/.test(scan.text.slice(scan.offset, scan.offset + 2))
  const usual = comment
    ? 'JSON has no comments: remove it, or write the file as YAML'
    : 'correct the JSON here or just before'
  return new Fault({ rule: 'json-broken', offset: scan.offset, message, hint: hint ?? usual })
}
