import { isObject, type Json } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { joinPointer } from '../model/pointer.js'

/**
 * What AsyncAPI forbids but idemgen reads all the same, because it means something here: warnings, and the root spec
 * as the parser would take it. It has to be taken out before the parser looks: beside one fault it passes over others.
 */
export function withoutNeeds(root: Json): { readonly value: Json; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  let value = root
  for (const need of needs) {
    for (const path of need.paths) {
      value = mapPlaces({ value, path: path.split(' '), pointer: '' }, (found, pointer) => {
        const taken = need.take(found)
        if (taken === undefined) return found
        findings.push({ rule: 'asyncapi-stricter', severity: 'warning', ...taken.words, at: { file: '', pointer } })
        return taken.instead
      })
    }
  }
  return { value, findings }
}

interface Need {
  /** Keys from the root, `*` for any. */
  readonly paths: readonly string[]
  /** Undefined where the parser has nothing against the value; `instead` undefined takes the member out. */
  readonly take: (
    value: Json,
  ) => { readonly instead?: Json; readonly words: Pick<Finding, 'message' | 'hint'> } | undefined
}

const needs: readonly Need[] = [
  {
    paths: [
      'channels * messages * payload',
      'components channels * messages * payload',
      'components messages * payload',
      'components schemas *',
    ],
    take: (value) => {
      if (typeof value !== 'boolean') return undefined
      const same = value ? '{}' : '{ not: {} }'
      const message = `the schema ${value} is not allowed here by AsyncAPI; it is read as ${value ? 'any' : 'no'} value`
      return { instead: value ? {} : { not: {} }, words: { message, hint: `write ${same}, which means the same` } }
    },
  },
  {
    paths: [
      'operations * bindings amqp replyTo',
      'components operations * bindings amqp replyTo',
      'components operationTraits * bindings amqp replyTo',
      'components operationBindings * amqp replyTo',
    ],
    take: (value) => {
      if (typeof value !== 'string') return undefined
      const message = '"replyTo" is no longer in the AMQP binding of AsyncAPI 3; it is set all the same'
      return {
        words: { message, hint: 'other tools refuse it; AsyncAPI 3 has "reply: { address: … }" of the operation' },
      }
    },
  },
]

interface Visit {
  readonly value: Json
  readonly path: readonly string[]
  readonly pointer: string
}

/** The value with what `change` makes of each place that the path leads to; the same value where nothing changes. */
function mapPlaces(visit: Visit, change: (value: Json, pointer: string) => Json | undefined): Json {
  const { value, path, pointer } = visit
  const [key, ...rest] = path
  if (key === undefined || !isObject(value)) return value
  const changed = new Map<string, Json | undefined>()
  for (const [name, before] of Object.entries(value)) {
    if (key !== '*' && key !== name) continue
    const inside = joinPointer(pointer, name)
    const after =
      rest.length === 0 ? change(before, inside) : mapPlaces({ value: before, path: rest, pointer: inside }, change)
    if (after !== before) changed.set(name, after)
  }
  if (changed.size === 0) return value
  const members = Object.entries(value).map(
    ([name, before]) => [name, changed.has(name) ? changed.get(name) : before] as const,
  )
  return Object.fromEntries(members.flatMap(([name, after]) => (after === undefined ? [] : [[name, after]])))
}
