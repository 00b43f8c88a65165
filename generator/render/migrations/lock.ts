import { createHash } from 'node:crypto'
import { isList, isObject, type Json } from '../../model/document.js'

/** The name of the lock, in the folder of the migrations. */
export const migrationsLockName = '.idemgen-migrations.json'

/** Which steps of idemgen's tables were written as migrations, and into which files: never written again. */
export interface MigrationsLock {
  /** The database schema that the files name. */
  readonly schema: string
  /** In the order of the steps. */
  readonly steps: readonly LockedStep[]
}

export interface LockedStep {
  /** 1 for the first. */
  readonly step: number
  /** The file's name in the folder. */
  readonly file: string
  /** Hash of the text as it was written, in hex. */
  readonly sha256: string
}

export function migrationsLockText(lock: MigrationsLock): string {
  return `${JSON.stringify({ lockVersion: 1, schema: lock.schema, steps: lock.steps }, null, 2)}\n`
}

/** Undefined for a text that is no lock of a version that we know, such as one with the marks of a merge conflict. */
export function readMigrationsLock(text: string): MigrationsLock | undefined {
  const value = parse(text)
  if (!isObject(value) || value.lockVersion !== 1 || typeof value.schema !== 'string') return undefined
  if (!isList(value.steps)) return undefined
  const steps = value.steps.flatMap((entry): readonly LockedStep[] => {
    if (!isObject(entry)) return []
    const { step, file, sha256 } = entry
    return typeof step === 'number' && typeof file === 'string' && typeof sha256 === 'string'
      ? [{ step, file, sha256 }]
      : []
  })
  if (steps.length !== value.steps.length) return undefined
  return { schema: value.schema, steps: steps.toSorted((left, right) => left.step - right.step) }
}

/** A checkout that turned LF into CRLF did not change the file. */
export function hashMigration(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
