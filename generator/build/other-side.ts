import { type Channel, isAnnotated, type Operation } from './channel.js'
import type { Context, Fault } from './context.js'
import { channelGroups, type NamedGroup } from './groups/contribution.js'
import { namesInWords, wordsFor } from './in-words.js'
import { type Located, valueAt } from './located.js'
import { type BuildOptions, isConsumed, isPublished } from './sides.js'

/**
 * What channels say for a side that their operations do not have. A document that is of one side in whole is meant so,
 * and so is one whose side was chosen: the summary of the run says it then.
 */
export function reportOtherSide(context: Context, channels: readonly Channel[], options: BuildOptions): void {
  if (options.side !== undefined) return
  const annotated = channels.filter(isAnnotated)
  const consumed = annotated.filter((channel) => isConsumed(channel, options))
  const published = annotated.filter((channel) => isPublished(channel, options))
  if (consumed.length > 0) reportGroups(context, difference(annotated, consumed))
  if (published.length > 0) reportPublish(context, difference(annotated, published))
}

function difference(all: readonly Channel[], without: readonly Channel[]): readonly Channel[] {
  return all.filter((channel) => !without.includes(channel))
}

function reportGroups(context: Context, channels: readonly Channel[]): void {
  const named = channels.flatMap((channel) => channelGroups(channel).map((group) => ({ channel, group })))
  const groups = named.map(({ group }) => group)
  const silent = distinct(named.map(({ channel }) => channel))
  report(context, silent, {
    at: groups[0]?.from,
    message: `${subject(silent)} ${wordsFor(silent.length, ['only sends', 'only send'])}: nothing is generated for ${groupsInWords(groups)}`,
    hint: `add an operation that receives from the channel, or say --side both${turnedHint(silent[0]?.sends[0])}`,
  })
}

function reportPublish(context: Context, channels: readonly Channel[]): void {
  const named = channels.flatMap((channel) => {
    const settings = valueAt(channel.annotation?.settings, 'publish')
    return settings === undefined ? [] : [{ channel, settings }]
  })
  const silent = named.map(({ channel }) => channel)
  const settings: Located | undefined = named[0]?.settings
  report(context, silent, {
    at: settings?.place,
    message: `${subject(silent)} ${wordsFor(silent.length, ['only receives', 'only receive'])}: "publish" has no effect there`,
    hint: `add an operation that sends to the channel, or say --side both${turnedHint(silent[0]?.receives[0])}`,
  })
}

function report(
  context: Context,
  channels: readonly Channel[],
  { at, ...words }: Pick<Fault, 'message' | 'hint'> & { readonly at: Fault['at'] | undefined },
): void {
  if (channels.length === 0 || at === undefined) return
  context.report({ rule: 'side-not-generated', severity: 'warning', ...words, at })
}

function subject(channels: readonly Channel[]): string {
  return namesInWords(channels.map(({ key }) => `"${key}"`))
}

function groupsInWords(groups: readonly NamedGroup[]): string {
  return namesInWords(distinct(groups.map(({ group }) => `"${group}"`)), ['the group', 'the groups'])
}

/** The words of AsyncAPI 2 are often taken for what the application does itself. */
function turnedHint(operation: Operation | undefined): string {
  const verb = operation?.verb
  if (verb !== 'subscribe' && verb !== 'publish') return ''
  const act =
    verb === 'subscribe' ? 'the application sends what others get' : 'the application receives what others publish'
  return `; under "${verb}" ${act}: where the document means the opposite, say --perspective client`
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)]
}
