import { durationPattern } from '../../model/duration.js'
import type { Shape } from './shape.js'

/** What a value has to be, as a message says it after "expected". */
export function expectation(shape: Shape): string {
  switch (shape.kind) {
    case 'duration':
      return 'a duration such as 250ms, 30s, 5m, 2h or 14d'
    case 'integer':
      return `a whole number from ${shape.least} to ${shape.most}`
    case 'text':
      return shape.expects
    case 'word':
      return shape.of.length === 1 ? `${shape.of[0]}` : `one of ${shape.of.join(', ')}`
    case 'flag':
      return 'true or false'
    case 'exactly':
      return String(shape.value)
    case 'scalar':
      return 'a string, a number, true or false'
    case 'list':
      return shape.least === 0 ? 'a list' : 'a list that is not empty'
    case 'map':
      return 'an object'
    case 'object':
      return objectExpectation(shape)
    case 'variants':
      return variantsExpectation(shape)
  }
}

/** What the text has to match beside its length; undefined when anything goes. */
export function patternOf(shape: Shape): string | undefined {
  if (shape.kind === 'duration') return durationPattern
  return shape.kind === 'text' ? shape.pattern : undefined
}

/** More of them are a list to look up, not to read in a message. */
const mostKeys = 6

function objectExpectation(shape: Extract<Shape, { kind: 'object' }>): string {
  const keys = Object.keys(shape.keys)
  const object = keys.length > mostKeys ? 'an object' : `an object with ${keys.join(', ')}`
  return shape.short === undefined ? object : `${expectation(shape.short.of)}, or ${object}`
}

function variantsExpectation(shape: Extract<Shape, { kind: 'variants' }>): string {
  const words = bareWords(shape).join(', ')
  return `${words}, or an object whose kind is one of ${Object.keys(shape.of).join(', ')}`
}

/** The kinds that need nothing but their name. */
export function bareWords(shape: Extract<Shape, { kind: 'variants' }>): readonly string[] {
  return Object.entries(shape.of)
    .filter(([, variant]) => (variant.required ?? []).length === 0)
    .map(([word]) => word)
}
