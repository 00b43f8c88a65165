import type { Design } from '../build/design.js'
import { groupBy } from '../build/group-by.js'
import type { GroupDraft } from '../build/groups/group-draft.js'
import type { Finding } from '../model/finding.js'
import { groupsOfPlaces } from './checklist/groups-of-places.js'
import { type Point, points } from './checklist/points.js'

/** The checklist, answered for each group of a document, in its order. */
export interface Checklist {
  readonly groups: readonly GroupAnswers[]
  /** What breaks a point in a part of the document that no group reads: what is published, say. */
  readonly elsewhere: readonly Finding[]
}

export interface GroupAnswers {
  readonly group: string
  /** One for each point, in their order. */
  readonly answers: readonly Answer[]
}

export type Answer =
  | { readonly kind: 'fails'; readonly point: Point; readonly findings: readonly Finding[] }
  /** Nothing is wrong, and the generated code sees to it. */
  | { readonly kind: 'guaranteed'; readonly point: Point; readonly guarantee: string }
  | { readonly kind: 'passes'; readonly point: Point }

/**
 * Answers the checklist from what was found in the document. A finding counts whatever its severity: what is a matter
 * of taste elsewhere is a question here, so that `findings` should hold those of the strict rules too.
 */
export function checklist(design: Design, findings: readonly Finding[]): Checklist {
  const asked = new Set(points.flatMap(({ rules }) => rules))
  const groupsOf = groupsOfPlaces(design)
  const placed = findings
    .filter(({ rule }) => asked.has(rule))
    .map((finding) => ({ finding, groups: groupsOf(finding) }))
  const byGroup = groupBy(
    placed.flatMap(({ finding, groups }) => groups.map((group) => ({ finding, group }))),
    ({ group }) => group,
  )
  return {
    groups: design.groups.map((group) => {
      const own = (byGroup.get(group) ?? []).map(({ finding }) => finding)
      return { group: group.group, answers: points.map((point) => answer(point, { group, own })) }
    }),
    elsewhere: placed.filter(({ groups }) => groups.length === 0).map(({ finding }) => finding),
  }
}

function answer(
  point: Point,
  { group, own }: { readonly group: GroupDraft; readonly own: readonly Finding[] },
): Answer {
  const findings = own.filter(({ rule }) => point.rules.includes(rule))
  if (findings.length > 0) return { kind: 'fails', point, findings }
  const guarantee = point.guarantee(group)
  return guarantee === undefined ? { kind: 'passes', point } : { kind: 'guaranteed', point, guarantee }
}
