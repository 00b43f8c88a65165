import { packageVersion } from '../load/package-folder.js'
import type { Conflict, Plan } from '../output/plan.js'
import { altersDisk, type Change } from '../output/plan.js'
import { unifiedDiff } from '../output/unified-diff.js'
import type { Origins } from './origins.js'

/** A plan together with the folder that it is for, as messages name it. */
export interface FolderPlan {
  readonly shownAs: string
  readonly plan: Plan
}

/** One path that is not as it should be. */
export interface PathReport {
  readonly path: string
  readonly change: 'create' | 'update' | 'delete' | Conflict['kind']
  readonly reason: string
  /** What to do about it, where something is in the way. */
  readonly hint?: string
  /** What an edit by hand changed, in the form of `diff -u`. */
  readonly diff?: string
}

/** What would change and what is in the way, by path; unchanged files are left out. */
export function reportPaths({ shownAs, plan }: FolderPlan, origins: Origins): readonly PathReport[] {
  const changes = plan.changes.filter(altersDisk).map((change): PathReport => {
    const reason = changeReason(change, { ...origins, own: origins.of(shownAs, change.path) })
    return { path: `${shownAs}/${change.path}`, change: change.kind, reason }
  })
  const conflicts = plan.conflicts.map((conflict) => reportConflict(conflict, `${shownAs}/${conflict.path}`))
  return [...changes, ...conflicts].sort((left, right) => (left.path < right.path ? -1 : 1))
}

/** Whether the path stops a run that writes. */
export function isConflict({ change }: PathReport): boolean {
  return change === 'edited' || change === 'unlisted' || change === 'obstructed'
}

function changeReason(
  change: Exclude<Change, { kind: 'unchanged' }>,
  { own, all }: { readonly own: string | undefined; readonly all: string },
): string {
  switch (change.kind) {
    case 'create':
      return 'is missing'
    case 'delete':
      return `is no longer generated from ${all}`
    case 'update':
      return own === undefined ? `is not the runtime of idemgen ${packageVersion()}` : `is not what ${own} gives`
  }
}

function reportConflict(conflict: Conflict, path: string): PathReport {
  const change = conflict.kind
  switch (conflict.kind) {
    case 'edited':
      return { path, change, ...editedReport(conflict, path) }
    case 'unlisted':
      return {
        path,
        change,
        reason: 'was not written by idemgen and holds something else',
        hint: 'move the file away, or choose another folder; --force does not overwrite it',
      }
    case 'obstructed':
      return { path, change, reason: `is ${conflict.what}`, hint: 'move it away, or choose another folder' }
  }
}

function editedReport({ wanted, onDisk }: Extract<Conflict, { kind: 'edited' }>, path: string) {
  if (wanted === undefined) {
    return {
      reason: 'was edited by hand and is no longer generated',
      hint: 'move your change elsewhere, then delete the file, or let --force delete it',
    }
  }
  // What somebody pasted into a file must not steer the reader's terminal.
  const lines = unifiedDiff(wanted, onDisk).replace(/[^\P{Cc}\n\t]/gu, '\uFFFD')
  return {
    reason: 'was edited by hand',
    hint: 'change the document instead, or move your change elsewhere; --force overwrites the file',
    diff: `--- ${path} as idemgen would write it\n+++ ${path} as it is\n${lines}`,
  }
}
