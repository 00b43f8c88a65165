import { type BuildOptions, build } from '../build/build.js'
import { didYouMean } from '../model/did-you-mean.js'
import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'

interface Choosing {
  readonly document: Document
  readonly options?: BuildOptions
}

/**
 * The build options of several documents, with each only the groups that it has: a group that was asked for needs to be
 * in one of them. Of a single document `build` itself reports the unknown ones.
 */
export function chosenGroups(sources: readonly Choosing[]): {
  readonly options: readonly BuildOptions[]
  readonly findings: readonly Finding[]
} {
  if (sources.length === 1 || sources.every(({ options }) => options?.groups === undefined)) {
    return { options: sources.map(({ options = {} }) => options), findings: [] }
  }
  const choices = sources.map(choiceOf)
  const wanted = new Set(choices.flatMap((choice) => choice.wanted ?? []))
  const unknown = [...wanted].filter((group) => {
    return !choices.some((choice) => choice.wanted?.includes(group) && choice.known.includes(group))
  })
  const options = choices.map(({ options, wanted, known }) => {
    return wanted === undefined ? options : { ...options, groups: wanted.filter((group) => known.includes(group)) }
  })
  const known = [...new Set(choices.flatMap((choice) => choice.known))].sort()
  return { options, findings: unknown.map((group) => unknownGroup(group, { known, document: sources[0]?.document })) }
}

function choiceOf({ document, options = {} }: Choosing) {
  const { groups: wanted, ...others } = options
  const { contract } = build(document, others)
  return { options, wanted, known: Object.values(contract.groups).map(({ group }) => group) }
}

function unknownGroup(
  group: string,
  { known, document }: { readonly known: readonly string[]; readonly document: Document | undefined },
): Finding {
  const meant = didYouMean(group, known)
  return {
    rule: 'group-unknown',
    severity: 'error',
    message: `none of the documents has a consumer group "${group}"`,
    hint: meant === undefined ? `their groups are ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`,
    at: { file: document?.files.get('')?.path ?? '', line: 1, column: 1 },
  }
}
