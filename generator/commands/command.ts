import type { GivenOptions, OptionTable } from './option-table.js'

/** What a command knows of the process that runs it. Commands neither print nor exit: they return what to print. */
export interface Surroundings {
  /** Absolute; relative paths of options start here. */
  readonly cwd: string
  /** Whether `stderr` and `stdout` may hold colors. */
  readonly color: boolean
  readonly now: () => Date
  /** Shows what takes long, on a terminal only; without a text the line goes away again. */
  readonly progress: (text?: string) => void
}

export interface CommandResult {
  /** 0 fine, 1 findings or stale output, 2 could not run. */
  readonly exitCode: 0 | 1 | 2
  /** For machines. */
  readonly stdout: string
  /** For people. */
  readonly stderr: string
}

/** A command of the command line. */
export interface Command {
  readonly name: string
  /** Its positional arguments as help shows them: `<spec>`. */
  readonly positionals: string
  readonly summary: string
  readonly options: OptionTable
  /** Whether what people read goes to stdout: it is what was asked for. */
  readonly tellsOnStdout?: true
  /** Loads the command's code when it is called, so that help and errors stay fast. */
  readonly run: (given: GivenArguments, surroundings: Surroundings) => Promise<CommandResult>
}

export interface GivenArguments {
  readonly positionals: readonly string[]
  readonly options: GivenOptions
}
