import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { type MergeCase, mergeCases } from './merge-cases.js'
import { parsedByOthers, readByUs, type Version } from './merge-oracle.js'

const versions = ['2.6.0', '3.0.0'] as const satisfies readonly Version[]
const names = Object.keys(mergeCases)

describe.each(versions)(
  'AsyncAPI %s: of an object and its traits is read what the official parser gives',
  (version) => {
    let ours: readonly JsonObject[] = []
    let theirs: readonly JsonObject[] = []
    beforeAll(async () => {
      const merges = Object.values(mergeCases)
      ours = await readByUs(merges, version)
      theirs = await parsedByOthers(merges, version)
    }, 60_000)

    test.each(names.map((name, i) => [name, i] as const))('%s', (_, i) => {
      expect(ours[i]).toEqual(theirs[i])
    })

    test('of any annotations', { timeout: 60_000 }, async () => {
      const merges = fc.array(anyMerge, { minLength: 40, maxLength: 40 })
      const read = async (many: readonly MergeCase[]) => {
        expect(await readByUs(many, version)).toEqual(await parsedByOthers(many, version))
      }
      await fc.assert(fc.asyncProperty(merges, read), { numRuns: 3, endOnFailure: true })
    })
  },
)

test('there are at least forty of them', () => {
  expect(names.length * versions.length).toBeGreaterThanOrEqual(40)
})

test('the versions differ where both sides say something', async () => {
  const merge: MergeCase = {
    on: 'operation',
    own: { 'x-idempotency': { retention: '3d' } },
    traits: [{ 'x-idempotency': { retention: '4d' } }],
  }
  expect(await readByUs([merge], '2.6.0')).toEqual([{ 'x-idempotency': { retention: '4d' } }])
  expect(await readByUs([merge], '3.0.0')).toEqual([{ 'x-idempotency': { retention: '3d' } }])
})

/** A few names, so that objects meet; references at every depth. */
const { value: annotation } = fc.letrec<{ value: JsonObject; member: Json }>((tie) => ({
  value: fc.dictionary(fc.constantFrom('retry', 'retention', 'a', 'b'), tie('member'), { maxKeys: 3 }),
  member: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json[]>('x', 1, true, [], ['y'], ['y', 'z']),
    fc.constantFrom<Json[]>({ $ref: '#/components/x-parts/a' }, { $ref: '#/components/x-parts/b' }),
    tie('value'),
    tie('value'),
  ),
}))

const anyMerge: fc.Arbitrary<MergeCase> = fc
  .tuple(annotation, fc.array(annotation, { minLength: 1, maxLength: 3 }), annotation, annotation)
  .map(([own, traits, a, b]) => ({
    on: 'operation',
    own: { 'x-idempotency': own },
    traits: traits.map((said) => ({ 'x-idempotency': said })),
    // What a part refers to refers to nothing: what circles is no annotation.
    parts: { a: withoutReferences(a), b: withoutReferences(b) },
  }))

function withoutReferences(value: JsonObject): JsonObject {
  const members = Object.entries(value).map(([name, member]): readonly [string, Json] => {
    if (!isObject(member)) return [name, member]
    return [name, Object.hasOwn(member, '$ref') ? 'z' : withoutReferences(member)]
  })
  return Object.fromEntries(members)
}
