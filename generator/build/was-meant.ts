import { didYouMean } from '../model/did-you-mean.js'
import type { Annotation } from './annotation.js'
import { type Located, valueAt } from './located.js'

/** Whether an annotation says something about a key, be it wrong or misspelled: that has been reported then. */
export function wasMeant(annotation: Annotation | undefined, name: string, ...path: readonly string[]): boolean {
  return hasMeant(valueAt(annotation?.written, ...path), name)
}

function hasMeant(value: Located | undefined, name: string): boolean {
  if (value?.kind !== 'object') return false
  return value.members.has(name) || [...value.members.keys()].some((other) => didYouMean(other, [name]) !== undefined)
}
