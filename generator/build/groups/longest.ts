import { durationText } from '../../model/duration.js'
import type { Context } from '../context.js'
import { type Located, type LocatedObject, valueAt } from '../located.js'
import { durationAt } from '../located-values.js'
import type { GroupDraft } from './group-draft.js'

/** Timers of Node and timeouts of PostgreSQL count milliseconds in 31 bits; a longer one would end at once. */
const longestTimerMs = 2 ** 31 - 1
/** Far below the last year that PostgreSQL knows. */
const longestRetentionMs = 36_500 * 86_400_000

/** Durations that are right by the grammar, but longer than what they are used for can count. */
export function checkLongest(context: Context, draft: GroupDraft): void {
  report(context, { settings: draft.settings, path: ['handlerTimeout'], longestMs: longestTimerMs })
  report(context, { settings: draft.settings, path: ['retention', 'processed'], longestMs: longestRetentionMs })
  report(context, { settings: draft.settings, path: ['retention', 'parked'], longestMs: longestRetentionMs })
  for (const { settings } of draft.queues) {
    report(context, { settings, path: ['batch', 'budget'], longestMs: longestTimerMs })
    const delays = valueAt(settings, 'retry', 'delays')
    const items = delays?.kind === 'list' ? delays.items : []
    for (const item of items) reportValue(context, { value: item, name: 'retry.delays', longestMs: longestTimerMs })
  }
}

/** The same for a publisher. */
export function checkConfirmTimeout(context: Context, publish: LocatedObject): void {
  const value = valueAt(publish, 'confirmTimeout')
  if (value !== undefined) reportValue(context, { value, name: 'publish.confirmTimeout', longestMs: longestTimerMs })
}

interface Checked {
  readonly settings: LocatedObject
  readonly path: readonly string[]
  readonly longestMs: number
}

function report(context: Context, { settings, path, longestMs }: Checked): void {
  const value = valueAt(settings, ...path)
  if (value !== undefined) reportValue(context, { value, name: path.join('.'), longestMs })
}

function reportValue(
  context: Context,
  { value, name, longestMs }: { readonly value: Located; readonly name: string; readonly longestMs: number },
): void {
  const milliseconds = durationAt(value)
  if (milliseconds === undefined || milliseconds <= longestMs) return
  context.report({
    rule: 'duration-too-long',
    message: `${name} is ${durationText(milliseconds)}, and ${Math.floor(longestMs / 86_400_000)}d is the longest that works`,
    hint: 'choose a shorter one',
    at: value.place,
  })
}
