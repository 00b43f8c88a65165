import { ruleNames } from '../lint/rule-texts.js'
import { bashCompletion, type Completed, fishCompletion, zshCompletion } from '../report/completion.js'
import type { Command, CommandResult } from './command.js'
import { type Shell, shells } from './completion-options.js'

/** `idemgen completion <shell>`: a script that completes commands, options, their values, and the names of rules. */
export function completion(shell: Shell, commands: readonly Command[]): CommandResult {
  const script = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell]
  return { exitCode: 0, stdout: script(commands.map(completed)), stderr: '' }
}

function completed({ name, summary, options }: Command): Completed {
  const words = wordsOf(name)
  const described = Object.entries(options).flatMap(([option, { type, summary: about, choices, negatable }]) => {
    const value = type === 'boolean' ? ('none' as const) : (choices ?? ('any' as const))
    const given = { name: option, summary: about, value }
    return negatable === true ? [given, { name: `no-${option}`, summary: about, value: 'none' as const }] : [given]
  })
  return { name, summary, options: described, ...(words !== undefined && { words }) }
}

function wordsOf(command: string): readonly string[] | undefined {
  if (command === 'explain') return [...ruleNames]
  return command === 'completion' ? shells : undefined
}
