import { type Document, isObject, type Json, type JsonObject } from '../../model/document.js'
import type { Fix } from '../../model/fix.js'
import { joinPointer, type Place } from '../../model/pointer.js'

/**
 * The queue beside the exchange of a binding, into the annotation of its channel: where that names one group, which has no
 * queue yet, and the binding says nothing of the queue that would be lost.
 */
export function moveQueue({ files }: Document, at: Place): Fix | undefined {
  const [, pointer] = /^(\/channels\/[^/]+)\/bindings\/amqp(?:\/queue)?$/.exec(at.pointer) ?? []
  if (pointer === undefined) return undefined
  const channel = valueAt(files.get(at.file)?.value, pointer)
  const binding = member(member(channel, 'bindings'), 'amqp')
  const queue = member(binding, 'queue')
  const annotation = member(channel, 'x-idempotency')
  if (member(binding, 'exchange') === undefined || !isObject(queue) || !isObject(annotation)) return undefined
  if (typeof queue.name !== 'string' || !Object.entries(queue).every(isUsual)) return undefined
  const target = joinPointer(pointer, 'x-idempotency', ...(groupOf(annotation) ?? []))
  if (groupOf(annotation) === undefined) return undefined
  return [
    { kind: 'remove', at: { file: at.file, pointer: joinPointer(pointer, 'bindings', 'amqp', 'queue') } },
    { kind: 'insert', at: { file: at.file, pointer: target }, key: 'queue', value: queue.name },
  ]
}

/** Where in the annotation the settings of its only group stand; undefined where it has several, or a queue. */
function groupOf(annotation: JsonObject): readonly string[] | undefined {
  if (annotation.queue !== undefined || annotation.$ref !== undefined) return undefined
  if (typeof annotation.consumerGroup === 'string') return []
  const { consumers } = annotation
  const [only, ...others] = isObject(consumers) ? Object.entries(consumers) : []
  if (only === undefined || others.length > 0) return undefined
  const [name, settings] = only
  return settings === null || (isObject(settings) && settings.queue === undefined) ? ['consumers', name] : undefined
}

/** What generated queues are anyway. */
function isUsual([name, value]: readonly [string, Json]): boolean {
  switch (name) {
    case 'name':
      return true
    case 'durable':
      return value === true
    case 'exclusive':
    case 'autoDelete':
      return value === false
    default:
      return name === 'vhost' && value === '/'
  }
}

function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  const key = pointer.slice('/channels/'.length).replaceAll('~1', '/').replaceAll('~0', '~')
  return member(member(value, 'channels'), key)
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
