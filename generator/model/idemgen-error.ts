/**
 * The command could not run: a missing file, a wrong option, a folder that cannot be written. Exit code 2.
 * Everything else that is thrown is a bug in idemgen and prints as one.
 */
export class IdemgenError extends Error {
  override readonly name = 'IdemgenError'
  /** What went wrong, for machines: `file-missing`, `output-edited`. */
  readonly code: string
  /** What the user can do about it. */
  readonly hint: string

  constructor(fault: {
    readonly code: string
    readonly message: string
    readonly hint: string
    readonly cause?: unknown
  }) {
    super(fault.message, fault.cause === undefined ? undefined : { cause: fault.cause })
    this.code = fault.code
    this.hint = fault.hint
  }
}

/** By name: the command line is made of bundles that each have a class of their own. */
export function isIdemgenError(error: unknown): error is IdemgenError {
  return error instanceof Error && error.name === 'IdemgenError' && 'code' in error && 'hint' in error
}
