import { valueAt } from '../../build/located.js'
import { textAt } from '../../build/located-values.js'
import type { Place } from '../../model/pointer.js'
import type { Fault, Rule } from '../rule.js'

export const nameHasPlaceholder: Rule = {
  name: 'name-has-placeholder',
  topic: 'group',
  severity: 'error',
  summary: 'the name of a group or of a queue holds a placeholder that nobody fills in',
  why: `idemgen takes names as they are. With a name such as billing-\${HOSTNAME} all instances are one group of just that
name; and if something else fills it in, each instance is a group of its own, which processes every event again after
each restart.`,
  // The texts of a document, not of this program.
  wrong: 'consumerGroup: billing-$' + '{HOSTNAME}',
  right: 'consumerGroup: billing',
  check: ({ groups }) =>
    groups.flatMap(({ group, contributions: [{ from }], queues }) => [
      ...faultOf(`the group "${group}"`, group, from),
      ...queues.flatMap(({ contributions: [{ settings }] }) => {
        // A queue that is a channel is judged by the build, as the address that it is.
        const queue = valueAt(settings, 'queue')
        const name = textAt(settings, 'queue')
        return queue === undefined || name === undefined ? [] : faultOf(`the queue "${name}"`, name, queue.place)
      }),
    ]),
}

function faultOf(what: string, name: string, at: Place): readonly Fault[] {
  const placeholder = placeholders.flatMap((pattern) => pattern.exec(name)?.[0] ?? [])[0]
  if (placeholder === undefined) return []
  return [
    {
      message: `${what} has "${placeholder}" in its name, and it stays there`,
      hint: 'write the name out: all instances of a service are one group, and another environment has another broker or vhost',
      at,
    },
  ]
}

/** Of shells, of templates, of Windows, of people. */
const placeholders: readonly RegExp[] = [
  /\$\{[^}]*\}/,
  /\{\{[^}]*\}\}/,
  /\{[^{}]+\}/,
  /%[A-Z_]{2,}%/,
  /<[\w -]+>/,
  /\$[A-Z_]{3,}/,
]
