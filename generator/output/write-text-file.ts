import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describeFault, faultCode } from './file-fault.js'

/** Writes a file as a whole or not at all. Throws IdemgenError where it cannot be written. `shown`: its name in messages. */
export function writeTextFile(path: string, { text, shown }: { readonly text: string; readonly shown: string }): void {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw describeFault({ code: faultCode(cause), doing: 'write', path: shown, cause })
  }
}
