import { validate } from '../../../generator/load/validate.js'
import type { Document } from '../../../generator/model/document.js'
import { type Finding, isError } from '../../../generator/model/finding.js'
import { placeKey } from '../../../generator/model/pointer.js'

/** What both forms of validation say about one document. */
export interface Comparison {
  /** What only one of the forms finds, as lines to read; empty when the verdicts agree. */
  readonly disagreement: readonly string[]
  readonly isValid: boolean
  /** How many errors the official form has, and how many of them the fast form has at the same place. */
  readonly errors: number
  readonly samePlace: number
  readonly sameWords: number
}

export async function compareForms(document: Document): Promise<Comparison> {
  const official = (await validate(document, { form: 'official' })).filter(isError)
  const fast = (await validate(document, { form: 'fast' })).filter(isError)
  const places = new Set(fast.map(placeOf))
  const words = new Set(fast.map(lineOf))
  const agree = official.length > 0 === fast.length > 0
  return {
    disagreement: agree
      ? []
      : [...official.map((each) => `official: ${lineOf(each)}`), ...fast.map((each) => `fast: ${lineOf(each)}`)],
    isValid: official.length === 0,
    errors: official.length,
    samePlace: official.filter((finding) => places.has(placeOf(finding))).length,
    sameWords: official.filter((finding) => words.has(lineOf(finding))).length,
  }
}

function lineOf(finding: Finding): string {
  return `${placeOf(finding)} ${finding.rule} ${finding.message}`
}

function placeOf({ at }: Finding): string {
  return 'pointer' in at ? placeKey(at) : JSON.stringify(at)
}
