import type { Document, SourceFile } from '../../../generator/model/document.js'
import { asyncapiMutations } from './asyncapi-mutations.js'
import { documentPaths, readAny, withRoot } from './documents.js'
import { generalMutations, type Mutation } from './general-mutations.js'
import { type Random, seededRandom } from './random.js'

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
  const read = await Promise.all(documentPaths.map(async ({ name, path }) => ({ name, document: await readAny(path) })))
  const originals: readonly Original[] = read.flatMap(({ name, document }) => {
    const root = document?.files.get('')
    return document === undefined || root === undefined || root.text.length > options.longest
      ? []
      : [{ name, document, root }]
  })
  for (let seed = options.seed; ; seed++) {
    const random = seededRandom(seed)
    const [mutation, change] = mutations[seed % mutations.length] ?? random.pick(mutations)
    const mutant = await firstMutant(change, originals, random)
    if (mutant !== undefined)
      yield { name: `${mutant.name}, ${mutation}, seed ${seed}`, mutation, document: mutant.document }
  }
}

interface Original {
  readonly name: string
  readonly document: Document
  readonly root: SourceFile
}

/** Of the first of some documents in which there is something to change. */
async function firstMutant(change: Mutation, originals: readonly Original[], random: Random) {
  for (let tries = 0; tries < 30; tries++) {
    const { name, document, root } = random.pick(originals)
    const value = change(root.value, random)
    const changed = value === undefined ? undefined : await withRoot(document, value)
    if (changed !== undefined) return { name, document: changed }
  }
  return undefined
}
