import type { Document } from '../../../generator/model/document.js'
import { asyncapiMutations } from './asyncapi-mutations.js'
import { documentPaths, readAny, withRoot } from './documents.js'
import { generalMutations } from './general-mutations.js'
import { seededRandom } from './random.js'

export interface Mutant {
  /** Which document, changed in which way, by which seed. */
  readonly name: string
  readonly mutation: string
  readonly document: Document
}

const mutations = Object.entries({ ...generalMutations, ...asyncapiMutations })
export const mutationNames = mutations.map(([name]) => name)

/** Mutants without end, the same for the same first seed; each kind of change comes in turn. */
export async function* mutants(options: {
  readonly seed: number
  /** In characters; parsing takes longer the longer a document is. */
  readonly longest: number
}): AsyncGenerator<Mutant> {
  const read = await Promise.all(
    documentPaths().map(async ({ name, path }) => ({ name, document: await readAny(path) })),
  )
  const originals = read.flatMap(({ name, document }) => {
    const root = document?.files.get('')
    return document === undefined || root === undefined || root.text.length > options.longest
      ? []
      : [{ name, document, root }]
  })
  for (let seed = options.seed; ; seed++) {
    const random = seededRandom(seed)
    const [mutation, change] = mutations[seed % mutations.length] ?? random.pick(mutations)
    const original = random.pick(originals)
    const value = change(original.root.value, random)
    const document = value === undefined ? undefined : await withRoot(original.document, value)
    if (document !== undefined) yield { name: `${original.name}, ${mutation}, seed ${seed}`, mutation, document }
  }
}
