import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The entry of a cache by its name, if there is one that can be read. */
export function readEntry(folder: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name))
  } catch {
    return undefined
  }
}

/** Writes an entry of a cache: a reader sees all of it or nothing. Where nothing can be written nothing is remembered. */
export function writeEntry(folder: string, name: string, content: string | Uint8Array): void {
  const temporary = join(folder, `${name.slice(0, 64)}.${randomUUID()}.tmp`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeOldest(folder)
    writeFileSync(temporary, content)
    renameSync(temporary, join(folder, name))
  } catch {
    removeQuietly(temporary)
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where a file could not be written it may not be removable either; it is not read again in any case.
  }
}

// An entry is a few hundred bytes, one for each content ever seen: enough for the branches of a team.
const mostEntries = 1000

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\./.test(name))
  if (names.length < mostEntries) return
  const aged = names.map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
  const oldest = aged.toSorted((left, right) => left.time - right.time).slice(0, mostEntries / 2)
  for (const { name } of oldest) removeQuietly(join(folder, name))
}
