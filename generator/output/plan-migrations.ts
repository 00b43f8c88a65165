import type { Finding } from '../model/finding.js'
import { IdemgenError } from '../model/idemgen-error.js'
import type { OutputFile } from '../model/output-file.js'
import { migrationsLockName, readMigrationsLock } from '../render/migrations/lock.js'
import { type MigrationFault, renderMigrations } from '../render/migrations/migrations.js'
import type { Folder } from './folder.js'
import type { Change, Conflict, Plan } from './plan.js'
import { type EntryOnDisk, listFolder, readFolder } from './read-folder.js'

export interface MigrationsPlan {
  readonly plan: Plan
  /** Steps whose files are no longer what was written. They are never written again: they may have run already. */
  readonly findings: readonly Finding[]
}

/**
 * Which migrations the folder lacks. It also holds the service's own files, which are never touched. Throws
 * IdemgenError when it cannot be read, or was written for another schema or by a newer idemgen.
 */
export async function planMigrations(input: {
  readonly folder: Folder
  readonly schema: string
  readonly now: Date
  readonly templates: ReadonlyMap<string, string>
}): Promise<MigrationsPlan> {
  const { folder, ...rest } = input
  const names = listFolder(folder)
  const entries = readFolder(folder, names.filter(isRead))
  const existing = new Map(names.map((name) => [name, textOf(entries.get(name))]))
  const lockText = entries.has(migrationsLockName) ? existing.get(migrationsLockName) : undefined
  existing.delete(migrationsLockName)
  const lock = lockText === undefined ? undefined : readMigrationsLock(lockText)
  const { files, faults } = await renderMigrations({ ...rest, existing, lock })
  const findings = faults.map((fault) => describeFault(fault, folder))
  const steps = files.map((file) => planFile(file, entries.get(file.path)))
  return { plan: { changes: steps.filter(isChange), conflicts: steps.filter((step) => !isChange(step)) }, findings }
}

/** Of the others only the name counts: a migration in JavaScript takes its number all the same. */
function isRead(name: string): boolean {
  return name.endsWith('.sql') || name === migrationsLockName
}

function textOf(entry: EntryOnDisk | undefined): string {
  return entry === undefined || entry.kind === 'other' ? '' : entry.text
}

/** Only the lock is ever there already: new files get a number that is free. */
function planFile({ path, text }: OutputFile, entry: EntryOnDisk | undefined): Change | Conflict {
  if (entry === undefined) return { kind: 'create', path, text }
  if (entry.kind === 'file') return { kind: 'update', path, text, before: entry.text }
  return { kind: 'obstructed', path, what: entry.kind === 'link' ? 'a symbolic link' : entry.what }
}

function isChange(step: Change | Conflict): step is Change {
  return step.kind === 'create' || step.kind === 'update'
}

function describeFault(fault: MigrationFault, { shownAs }: Folder): Finding {
  switch (fault.kind) {
    case 'edited':
    case 'missing':
      return {
        rule: `migration-${fault.kind}`,
        severity: 'warning',
        message:
          fault.kind === 'edited'
            ? 'the migration was edited after it was written'
            : 'the migration is no longer there',
        hint: 'restore it from version control, and put further changes into a migration of your own',
        at: { file: `${shownAs}/${fault.file}`, line: 1, column: 1 },
      }
    case 'schema-differs':
      throw new IdemgenError({
        code: 'schema-differs',
        message: `the migrations in "${shownAs}" are for the schema "${fault.locked}", not "${fault.wanted}"`,
        hint: `give --schema ${fault.locked}, or another folder with --migrations`,
      })
    case 'step-unknown':
      throw new IdemgenError({
        code: 'migrations-newer',
        message: `"${shownAs}/${fault.file}" was written by a newer idemgen`,
        hint: 'upgrade idemgen to the version that wrote it',
      })
  }
}
