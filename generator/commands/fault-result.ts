import { isIdemgenError } from '../model/idemgen-error.js'
import type { CommandResult } from './command.js'

/**
 * What a command that could not run prints, exit code 2. An IdemgenError is the user's to mend; anything else is a
 * bug of ours and says so, with its stack.
 */
export function faultResult(error: unknown, form: { readonly color: boolean; readonly json: boolean }): CommandResult {
  const fault = isIdemgenError(error) ? error : undefined
  const described =
    fault === undefined ? describeBug(error) : { code: fault.code, message: fault.message, hint: fault.hint }
  return {
    exitCode: 2,
    stdout: form.json ? `${JSON.stringify({ result: 'failed', error: described }, null, 2)}\n` : '',
    stderr: faultText(described, form) + (fault === undefined ? `${stackOf(error)}\n` : ''),
  }
}

/** `error code message`, and the hint on a line of its own. */
export function faultText(
  fault: { readonly code: string; readonly message: string; readonly hint: string },
  { color }: { readonly color: boolean },
): string {
  const error = color ? '\x1b[31merror\x1b[39m' : 'error'
  return `${error} ${fault.code} ${fault.message}\n  hint: ${fault.hint}\n`
}

function describeBug(error: unknown) {
  return {
    code: 'bug',
    message: `this is a bug in idemgen: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'please report it with the text below, and the document if you may share it',
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? error.stack : String(error)
}
