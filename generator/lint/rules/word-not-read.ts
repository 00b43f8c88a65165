import type { Channel } from '../../build/channel.js'
import { isAnnotated } from '../../build/channel.js'
import type { Design } from '../../build/design.js'
import { groupBy } from '../../build/group-by.js'
import { textAt } from '../../build/located-values.js'
import { isObject, type Json } from '../../model/document.js'
import { annotationLine, type HomemadeWord, homemadeWord } from '../../model/homemade-words.js'
import { ownKeys } from '../own-keys.js'
import { type QueueFlow, queueFlows } from '../queue-flow.js'
import type { Rule } from '../rule.js'
import { saidAt } from '../said-at.js'

export const wordNotRead: Rule = {
  name: 'word-not-read',
  topic: 'document',
  severity: 'warning',
  summary: 'a word of your own says what the annotation has a place for',
  why: `AsyncAPI has no place for retries, dead letters, prefetch or who consumes, so documents make up their own. Any parser
passes over them: who reads the document believes in three retries that nobody carries out.`,
  wrong: `
channels:
  orders:
    x-consumers: [{ service: mail, queue: mail.orders }]`,
  right: `consumers: { mail: { queue: mail.orders } }`,
  check: (design) => {
    const generated = new Set(design.generated)
    const flows = flowsByChannel(design)
    return design.channels.flatMap((channel) =>
      ownKeys(design, { channel, isGenerated: generated.has(channel) }).flatMap(({ key, value, at }) => {
        const word = homemadeWord(key, value)
        if (word === undefined || isSaidAlready(word, { channel, flows: flows.get(channel) ?? [] })) return []
        return [
          {
            message: `"${key}" is not read by idemgen: ${wordsAbout[word.about]}`,
            hint: `write it as ${annotationLine(word.annotation)}`,
            at,
            ...(isAnnotated(channel) ? {} : { severity: 'info' as const }),
          },
        ]
      }),
    )
  },
}

const wordsAbout: Readonly<Record<HomemadeWord['about'], string>> = {
  groups: 'who consumes is said by the annotation of the channel',
  retries: 'a message is tried again as the annotation says',
  'dead letters': 'each queue has its dead letters in a place of its own, and what failed is parked',
  concurrency: 'how many messages are handled at a time is said by the annotation',
  prefetch: 'how much the broker hands over is said by the annotation',
  'the business key': 'what makes two messages the same event is said by the annotation',
}

/** The document says it in the annotation as well, and keeps the word for other readers. */
function isSaidAlready(
  { about, annotation }: HomemadeWord,
  { channel, flows }: { readonly channel: Channel; readonly flows: readonly QueueFlow[] },
): boolean {
  const isSaid = (...path: readonly string[]) =>
    flows.some(({ queue }) => saidAt(queue.settings, ...path) !== undefined)
  switch (about) {
    case 'groups':
      return groupsOf(annotation.consumers ?? null).every(([name, queue]) => {
        return flows.some((flow) => flow.group.group === name || flow.queue.name === queue)
      })
    case 'retries':
      return isSaid('retry')
    case 'prefetch':
    case 'concurrency':
      return isSaid(about)
    case 'dead letters':
      return flows.length > 0 && flows.every(({ queue }) => textAt(queue.settings, 'topology', 'queue') !== 'assert')
    case 'the business key':
      return isAnnotated(channel)
  }
}

function groupsOf(consumers: Json): readonly (readonly [string, Json | undefined])[] {
  const entries = isObject(consumers) ? Object.entries(consumers) : []
  return entries.map(([name, entry]) => [name, isObject(entry) ? entry.queue : undefined])
}

/** The queues that a channel feeds. */
function flowsByChannel(design: Design): ReadonlyMap<Channel, readonly QueueFlow[]> {
  const uses = queueFlows(design).flatMap((flow) => {
    const channels = new Set(flow.queue.contributions.map(({ channel }) => channel))
    return [...channels].map((channel) => ({ channel, flow }))
  })
  const byChannel = groupBy(uses, ({ channel }) => channel)
  return new Map([...byChannel].map(([channel, own]) => [channel, own.map(({ flow }) => flow)]))
}
