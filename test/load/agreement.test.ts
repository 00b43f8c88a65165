import { describe, expect, test } from 'vitest'
import { compareForms } from './differential/comparison.js'
import { casePaths, readAny } from './differential/documents.js'
import { mutants, mutationNames } from './differential/mutants.js'

// The fast form against the official parser, which is the authority. `TEST_FULL=1` looks at thousands of mutants, of
// long documents too.
const isFull = process.env.TEST_FULL !== undefined && process.env.TEST_FULL !== ''
const sample = isFull ? { count: 3000, longest: 60_000 } : { count: 300, longest: 2_500 }
const hours = 3_600_000

describe('both forms of validation agree', () => {
  // The public documents are compared in corpus.test.ts.
  test('on the document of every case', { timeout: hours }, async () => {
    const disagreements: string[] = []
    const verdicts = new Set<boolean>()
    for (const { name, path } of casePaths) {
      const document = await readAny(path)
      if (document === undefined) continue
      const { disagreement, isValid } = await compareForms(document)
      disagreements.push(...disagreement.map((line) => `${name}: ${line}`))
      verdicts.add(isValid)
    }
    expect(disagreements).toEqual([])
    expect(verdicts.size).toBe(2)
  })

  test(`on ${sample.count} documents that were changed by chance`, { timeout: hours }, async () => {
    const disagreements: string[] = []
    const count = { seen: 0, valid: 0, errors: 0, samePlace: 0, sameWords: 0 }
    const kinds = new Set<string>()
    for await (const { name, mutation, document } of mutants({ seed: 1, longest: sample.longest })) {
      const { disagreement, isValid, errors, samePlace, sameWords } = await compareForms(document)
      disagreements.push(...disagreement.map((line) => `${name}: ${line}`))
      kinds.add(mutation)
      count.seen++
      count.valid += isValid ? 1 : 0
      count.errors += errors
      count.samePlace += samePlace
      count.sameWords += sameWords
      if (count.seen >= sample.count) break
    }
    console.info('fast and official form:', count)
    expect(disagreements).toEqual([])
    // A sample without valid documents, or without a kind of change, would show little.
    expect(count.valid).toBeGreaterThan(sample.count / 4)
    expect(count.valid).toBeLessThan((sample.count * 3) / 4)
    expect(mutationNames.filter((name) => !kinds.has(name))).toEqual([])
    expect(count.samePlace / count.errors).toBeGreaterThan(0.95)
  })
})
