import { didYouMean } from '../model/did-you-mean.js'
import type { GivenArguments } from './command.js'
import { usageError } from './option-table.js'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export function readShell({ positionals }: GivenArguments): Shell {
  const [name = '', second] = positionals
  const found = shells.find((shell) => shell === name)
  if (found !== undefined && second === undefined) return found
  const meant = didYouMean(name, shells)
  const hint =
    meant === undefined ? `name one of ${shells.join(', ')}: idemgen completion bash` : `did you mean "${meant}"?`
  throw usageError(name === '' ? 'no shell is named' : `there is no completion for "${positionals.join(' ')}"`, hint)
}
