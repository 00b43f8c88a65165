// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { InvalidMessageError } from '../errors.js'
import type { PublishChannelDescriptor } from '../types.js'
import { type LocatedParts, textAtLocation } from './locations.js'
import type { Parameters } from './parameters.js'

/**
 * The parameters of an address: what the caller gives, else what the message holds where the spec says so, else the
 * spec's default. What is missing is left to the routing key. Throws `InvalidMessageError` with one of the codes
 * `parameter-differs` and `parameter-not-allowed`; errors name the parameter and not its value, which may be sensitive.
 */
export function fillParameters(
  { parameters, parameterSettings = {} }: PublishChannelDescriptor,
  given: Readonly<Record<string, unknown>>,
  parts: LocatedParts,
): Parameters {
  const filled = parameters.flatMap((name) => {
    const settings = Object.hasOwn(parameterSettings, name) ? parameterSettings[name] : undefined
    const own = Object.hasOwn(given, name) ? given[name] : undefined
    const located = textAtLocation(settings?.location, parts)
    const text = own === undefined || own === null ? (located ?? settings?.default) : String(own)
    if (text === undefined) return []
    if (located !== undefined && located !== text) {
      // Consumers would be told two things of one event.
      throw new InvalidMessageError(
        'parameter-differs',
        `the parameter ${JSON.stringify(name)} is not what the message holds at ${settings?.location?.path.join('.')}`,
      )
    }
    requireAllowed(name, text, settings?.values)
    return [[name, text] as const]
  })
  return Object.fromEntries(filled)
}

/** Throws `InvalidMessageError` with the code `parameter-not-allowed`. */
export function requireAllowed(name: string, text: string, values: readonly string[] | undefined): void {
  if (values === undefined || text === '' || values.includes(text)) return
  throw new InvalidMessageError(
    'parameter-not-allowed',
    `the parameter ${JSON.stringify(name)} is not one of ${values.join(', ')}`,
  )
}
