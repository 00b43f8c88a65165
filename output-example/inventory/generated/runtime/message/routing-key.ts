// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { LONGEST_NAME } from '../broker/wire-limits.js'
import { InvalidMessageError } from '../errors.js'

export interface RoutingKeyTemplate {
  /** `stock.{depotId}` */
  readonly template: string
  /** What gives routing keys a meaning; `*` and `#` have one on topic exchanges, and queues may be called anything. */
  readonly of: 'topic' | 'exchange' | 'queue'
}

/**
 * The routing key with its parameters filled in, nothing encoded. Throws `InvalidMessageError` with one of the codes
 * `parameter-missing`, `parameter-empty`, `parameter-not-a-word` and `routing-key-too-long`.
 */
export function fillRoutingKey(
  { template, of }: RoutingKeyTemplate,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const key = template.replace(/\{([^{}]*)\}/g, (_, name: string) => word(name, parameters, of))
  const bytes = Buffer.byteLength(key)
  if (bytes <= LONGEST_NAME) return key
  throw new InvalidMessageError(
    'routing-key-too-long',
    `the routing key of ${template} takes ${bytes} bytes with these parameters, AMQP carries ${LONGEST_NAME}`,
  )
}

/** Errors name the parameter and not its value, which may be sensitive. */
function word(name: string, parameters: Readonly<Record<string, unknown>>, of: RoutingKeyTemplate['of']): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined || value === null) {
    throw new InvalidMessageError(
      'parameter-missing',
      `the parameter ${JSON.stringify(name)} of the address is missing`,
    )
  }
  const text = String(value)
  if (text === '')
    throw new InvalidMessageError('parameter-empty', `the parameter ${JSON.stringify(name)} of the address is empty`)
  // Consumers read a parameter as one word, and a binding's `*` stands for one.
  const found = forbidden[of]?.exec(text)?.[0]
  if (found === undefined) return text
  throw new InvalidMessageError(
    'parameter-not-a-word',
    `the parameter ${JSON.stringify(name)} of the address holds ${JSON.stringify(found)}: it must be one word of the routing key`,
  )
}

const forbidden = { topic: /[.*#]/, exchange: /\./, queue: undefined } as const
