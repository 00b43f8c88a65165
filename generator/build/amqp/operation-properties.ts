import { parametersIn } from '../../model/address.js'
import type { PublishChannelContract } from '../../model/contract.js'
import type { Context } from '../context.js'
import { childPlace, flagMember, integerMember, type Node, textMember, textsMember } from '../node.js'

type Properties = Pick<
  PublishChannelContract,
  'expirationMs' | 'priority' | 'userId' | 'cc' | 'bcc' | 'replyTo' | 'timestamp'
>

/** AMQP writes the length of a name in one byte, and a priority is one. */
const longestName = 255
const highestPriority = 255
/** RabbitMQ closes the channel of whoever sends more: 32 bits of milliseconds. */
const longestExpiration = 2 ** 32 - 1

/**
 * What the AMQP binding of a send operation asks for beside what every message has; values that AMQP cannot carry are
 * reported and left out. `parameters`: of the address, which CC and BCC may hold too.
 */
export function propertiesOf(context: Context, amqp: Node | undefined, parameters: readonly string[]): Properties {
  if (amqp === undefined) return {}
  const expirationMs = within(context, amqp, { name: 'expiration', most: longestExpiration })
  const priority = within(context, amqp, { name: 'priority', most: highestPriority })
  if (expirationMs === 0) reportExpiresAtOnce(context, amqp)
  if (priority !== undefined) reportPriority(context, amqp)
  const cc = routingKeys(context, amqp, 'cc', parameters)
  const bcc = routingKeys(context, amqp, 'bcc', parameters)
  return {
    ...(expirationMs === undefined ? {} : { expirationMs }),
    ...(priority === undefined ? {} : { priority }),
    ...textProperty(context, amqp, 'userId'),
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...textProperty(context, amqp, 'replyTo'),
    ...(flagMember(context, amqp, 'timestamp') === false ? { timestamp: false } : {}),
  }
}

function within(
  context: Context,
  amqp: Node,
  { name, most }: { readonly name: string; readonly most: number },
): number | undefined {
  const value = integerMember(context, amqp, name)
  if (value === undefined || (value >= 0 && value <= most)) return value
  reportValue(context, amqp, { name, message: `${name} is ${value}`, hint: `AMQP carries 0 to ${most}` })
  return undefined
}

function textProperty<Name extends 'userId' | 'replyTo'>(context: Context, amqp: Node, name: Name) {
  const text = textMember(context, amqp, name)
  if (text === undefined || text === '' || !isCarried(context, amqp, { name, text })) return {}
  // True: it has one member, of that name.
  return { [name]: text } as { readonly [Property in Name]: string }
}

function routingKeys(
  context: Context,
  amqp: Node,
  name: 'cc' | 'bcc',
  parameters: readonly string[],
): readonly string[] {
  return textsMember(context, amqp, name).filter((text) => {
    const unknown = parametersIn(text).find((parameter) => !parameters.includes(parameter))
    if (unknown === undefined) return isCarried(context, amqp, { name, text })
    const known = parameters.length === 0 ? 'has none' : `has ${parameters.join(', ')}`
    const message = `"${text}" in ${name} holds the parameter "${unknown}", which the address does not have`
    reportValue(context, amqp, { name, message, hint: `the address ${known}: write the routing key out` })
    return false
  })
}

function isCarried(
  context: Context,
  amqp: Node,
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  const bytes = Buffer.byteLength(text)
  if (bytes <= longestName) return true
  const message = `"${text.slice(0, 40)}…" in ${name} takes ${bytes} bytes`
  reportValue(context, amqp, { name, message, hint: `AMQP carries ${longestName}` })
  return false
}

interface ValueFault {
  readonly name: string
  readonly message: string
  readonly hint: string
}

function reportValue(context: Context, amqp: Node, { name, message, hint }: ValueFault): void {
  context.report({ rule: 'binding-value-invalid', message, hint, at: childPlace(amqp.place, name) })
}

/** Generators of documents write the 0 where nobody meant anything. */
function reportExpiresAtOnce(context: Context, amqp: Node): void {
  context.report({
    rule: 'expires-at-once',
    severity: 'warning',
    message: 'with expiration: 0 a message is taken out of every queue that has no consumer free at that moment',
    hint: 'remove expiration, or say how many milliseconds a message may wait',
    at: childPlace(amqp.place, 'expiration'),
  })
}

function reportPriority(context: Context, amqp: Node): void {
  context.report({
    rule: 'priority-without-queue',
    severity: 'info',
    message: 'the priority is sent, and the queues that idemgen declares have no x-max-priority',
    hint: 'declare a classic queue with it yourself, and set topology: { queue: check }',
    at: childPlace(amqp.place, 'priority'),
  })
}
