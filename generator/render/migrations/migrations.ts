import { IdemgenError } from '../../model/idemgen-error.js'
import type { OutputFile } from '../../model/output-file.js'
import type { Code } from '../code.js'
import { type Fill, templateEngine } from '../template-engine.js'
import { hashMigration, type LockedStep, type MigrationsLock, migrationsLockName, migrationsLockText } from './lock.js'
import { continueNumbering, type Numbering } from './numbering.js'

export interface MigrationsInput {
  /** The files that are in the folder, the service's own included: texts by name. */
  readonly existing: ReadonlyMap<string, string>
  /** What was read from the folder's lock; undefined where there is none. */
  readonly lock: MigrationsLock | undefined
  /** The database schema of idemgen's tables, as PostgreSQL knows it, unquoted. */
  readonly schema: string
  /** The time that a new file is named after in a folder of timestamps. */
  readonly now: Date
  /** The texts of our templates, by their path under `templates/` with `/`. */
  readonly templates: ReadonlyMap<string, string>
}

export interface MigrationsOutput {
  /** The files to write, the lock among them; none when every step is written already. */
  readonly files: readonly OutputFile[]
  readonly lock: MigrationsLock
  /** What keeps the folder from being what the lock says. */
  readonly faults: readonly MigrationFault[]
}

export type MigrationFault =
  /** Its text is no longer what was written; where it has run, the tables and the file differ. */
  | { readonly kind: 'edited'; readonly file: string; readonly step: number }
  /** It is gone; a new database would lack its tables. It is not written again. */
  | { readonly kind: 'missing'; readonly file: string; readonly step: number }
  /** The files name another database schema than the one asked for; nothing is written. */
  | { readonly kind: 'schema-differs'; readonly locked: string; readonly wanted: string }
  /** A later idemgen wrote this step; nothing is written. */
  | { readonly kind: 'step-unknown'; readonly file: string; readonly step: number }

/**
 * The migrations that the folder lacks. It is append-only: a step that was written once is never written again and its
 * file never changed, so a second call adds nothing. Throws IdemgenError for a schema that PostgreSQL cannot have.
 */
export async function renderMigrations(input: MigrationsInput): Promise<MigrationsOutput> {
  const fill = await templateEngine(input.templates)
  const steps = stepsOf(input).map((step) => ({ ...step, text: stepText(step, input.schema, fill) }))
  const locked = lockedSteps(steps, input)
  const lock = { schema: input.lock?.schema ?? input.schema, steps: locked }
  const faults = findFaults(lock, steps.length, input)
  if (faults.some(({ kind }) => kind === 'schema-differs' || kind === 'step-unknown'))
    return { files: [], lock, faults }
  const missing = steps.filter(({ step }) => !locked.some((written) => written.step === step))
  const names = [...input.existing.keys(), ...locked.map(({ file }) => file)]
  const added = nameSteps(missing, continueNumbering(names, input.now))
  const newLock = { ...lock, steps: [...locked, ...added.map(({ step, file, text }) => lockedStep(step, file, text))] }
  const files = added.map(({ file, text }) => ({ path: file, text }))
  const lockFile = { path: migrationsLockName, text: migrationsLockText(newLock) }
  const changed = input.lock === undefined || migrationsLockText(input.lock) !== lockFile.text
  return { files: changed ? [...files, lockFile] : files, lock: newLock, faults }
}

interface Step {
  readonly step: number
  /** In words parted by `-`. */
  readonly name: string
  readonly up: string
  readonly down: string
}

interface WrittenStep extends Step {
  readonly text: string
}

/** The pairs `migrations/0001-create.up.sql` and `.down.sql` among the templates, in their order. */
function stepsOf({ templates }: MigrationsInput): readonly Step[] {
  const ups = [...templates.keys()].filter((path) => /^migrations\/\d+-[a-z0-9-]+\.up\.sql$/.test(path)).sort()
  return ups.map((path) => {
    const [, digits = '', name = ''] = /(\d+)-(.+)\.up\.sql$/.exec(path) ?? []
    return { step: Number(digits), name, up: path, down: path.replace(/\.up\.sql$/, '.down.sql') }
  })
}

function stepText({ up, down }: Step, schema: string, fill: Fill): string {
  const view = { schema: sqlIdentifier(schema) }
  const part = (path: string) => fill(path, view).trim() as Code // SQL of ours, with a quoted name in it
  return fill('migration.hbs', { up: part(up), down: part(down) })
}

/** Quoted unless it is our own default, so that no word of SQL and no other character can be taken for anything else. */
function sqlIdentifier(schema: string): Code {
  if (schema === 'idempotency') return schema as Code
  // A line end could start one of the marks that migration tools look for.
  if (schema === '' || /\p{Cc}/u.test(schema) || Buffer.byteLength(schema) > 63) {
    throw new IdemgenError({
      code: 'schema-name-invalid',
      message: `${JSON.stringify(schema)} cannot be the name of a database schema`,
      hint: 'give a name of 1 to 63 bytes without control characters',
    })
  }
  return `"${schema.replaceAll('"', '""')}"` as Code // quotes are doubled
}

/** The lock's steps; where it lacks one whose file is there nevertheless, such as after a merge, the file counts. */
function lockedSteps(steps: readonly WrittenStep[], { existing, lock }: MigrationsInput): readonly LockedStep[] {
  const recorded = lock?.steps ?? []
  const found = steps
    .filter(({ step }) => !recorded.some((written) => written.step === step))
    .flatMap(({ step, name, text }) => {
      const file = [...existing.keys()].sort().find((candidate) => isFileOf(name, candidate))
      return file === undefined ? [] : [lockedStep(step, file, text)]
    })
  return [...recorded, ...found].toSorted((left, right) => left.step - right.step)
}

function isFileOf(name: string, file: string): boolean {
  return /^\d+[_-]idemgen[_-].+\.sql$/.test(file) && file.replaceAll('_', '-').endsWith(`-idemgen-${name}.sql`)
}

function lockedStep(step: number, file: string, text: string): LockedStep {
  return { step, file, sha256: hashMigration(text) }
}

function findFaults(
  lock: MigrationsLock,
  lastStep: number,
  { existing, schema }: MigrationsInput,
): readonly MigrationFault[] {
  const faults = lock.steps.flatMap(({ step, file, sha256 }): readonly MigrationFault[] => {
    const text = existing.get(file)
    if (step > lastStep) return [{ kind: 'step-unknown', file, step }]
    if (text === undefined) return [{ kind: 'missing', file, step }]
    return hashMigration(text) === sha256 ? [] : [{ kind: 'edited', file, step }]
  })
  return lock.schema === schema ? faults : [{ kind: 'schema-differs', locked: lock.schema, wanted: schema }, ...faults]
}

function nameSteps(
  steps: readonly WrittenStep[],
  numbering: Numbering,
): readonly (WrittenStep & { readonly file: string })[] {
  let digits = numbering.next
  return steps.map((step, i) => {
    if (i > 0) digits = numbering.after(digits)
    const words = [digits, 'idemgen', ...step.name.split('-')]
    return { ...step, file: `${words.join(numbering.separator)}.sql` }
  })
}
