import type { Located } from '../located.js'
import type { Shape } from './shape.js'
import { patternOf } from './words.js'

/** Whether a single value is what a shape without parts asks for; never true of lists and objects. */
export function fits(value: Located, shape: Shape): boolean {
  if (value.kind !== 'scalar') return false
  const scalar = value.value
  switch (shape.kind) {
    case 'integer':
      return Number.isInteger(scalar) && Number(scalar) >= shape.least && Number(scalar) <= shape.most
    case 'word':
      return typeof scalar === 'string' && shape.of.includes(scalar)
    case 'flag':
      return typeof scalar === 'boolean'
    case 'exactly':
      return scalar === shape.value
    case 'scalar':
      return scalar !== null
    case 'duration':
    case 'text':
      return typeof scalar === 'string' && fitsText(scalar, shape)
    default:
      return false
  }
}

/** Whether the value is right and idemgen cannot do yet what it says. */
export function isUnbuilt(value: Located, shape: Shape): boolean {
  if (value.kind !== 'scalar') return false
  if (shape.kind === 'word') return shape.unbuilt?.includes(String(value.value)) ?? false
  return shape.kind === 'integer' && shape.builtMost !== undefined && Number(value.value) > shape.builtMost
}

function fitsText(text: string, shape: Extract<Shape, { kind: 'duration' | 'text' }>): boolean {
  const pattern = patternOf(shape)
  if (shape.kind === 'text' && [...text].length > shape.longest) return false
  return pattern === undefined || compiled(pattern).test(text)
}

const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known
}
