import type { Design } from '../build/design.js'
import { durationAt } from '../build/located-values.js'
import { limitDefaults } from '../model/defaults.js'
import { durationText, parseDuration } from '../model/duration.js'
import type { Place } from '../model/pointer.js'
import { saidAt } from './said-at.js'

/** What the environment allows. */
export interface Limit {
  readonly name: keyof typeof limitDefaults
  readonly milliseconds: number
  /** Absent where the document says nothing, and the default is taken. */
  readonly said?: Place
}

export function limitOf({ limits }: Design, name: Limit['name']): Limit {
  const said = saidAt(limits, name)
  return {
    name,
    milliseconds: durationAt(limits, name) ?? parseDuration(limitDefaults[name]) ?? 0,
    ...(said === undefined ? {} : { said }),
  }
}

/** `the shutdownGrace of 30s`; a default is told as one, since nobody would know whose word it is. */
export function limitText({ name, milliseconds, said }: Limit): string {
  return `the ${said === undefined ? 'usual ' : ''}${name} of ${durationText(milliseconds)}`
}
