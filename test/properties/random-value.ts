import fc from 'fast-check'
import type { Json } from '../../generator/model/document.js'

/** Few names and values, so that random values often fit random schemas. */
export const memberName = fc.constantFrom('a', 'b', 'x-1')
export const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2.5, '', 'a', 'b')

/** A random JSON value over the same few names and values as the schemas. */
export const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.dictionary(memberName, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value
