import type { Rule } from '../rule.js'

export const groupNamedLikeQueue: Rule = {
  name: 'group-named-like-queue',
  topic: 'group',
  severity: 'warning',
  summary: 'a consumer group has the name of the queue of another group',
  why: `In logs and metrics groups and queues stand side by side. With one name for both, people look at the queue of
one group when the other stands still, purge or move the wrong one, and a setting that is left out one day makes both
groups read one queue.`,
  wrong: 'consumers: { billing: { queue: points }, points: { queue: loyalty } }',
  right: 'consumers: { billing: { queue: invoices }, points: { queue: loyalty } }',
  check: ({ groups }) => {
    const names = new Map(groups.map((draft) => [draft.group, draft]))
    return groups.flatMap(({ group, queues }) =>
      queues.flatMap(({ name, contributions: [{ settings, from }] }) => {
        const other = names.get(name)
        // Where both read it, the build has said so.
        if (other === undefined || name === group || other.queues.some((queue) => queue.name === name)) return []
        return {
          message: `the queue "${name}" of group "${group}" has the name of another group`,
          hint: `call it after its own group: leave queue out, or write queue: ${group}`,
          at: settings.members.get('queue')?.place ?? from,
        }
      }),
    )
  },
}
