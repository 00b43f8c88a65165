import { groupDefaults } from './defaults.js'
import { isList, isObject, type Json, type JsonObject } from './document.js'
import { durationText, parseDuration } from './duration.js'
import { nameWords } from './words.js'

/** What a word of somebody's own stands for. */
export interface HomemadeWord {
  readonly about: 'groups' | 'retries' | 'dead letters' | 'prefetch' | 'concurrency' | 'the business key'
  /** What says the same in `x-idempotency`. */
  readonly annotation: JsonObject
}

/**
 * Words that documents improvise for what AsyncAPI has no place for, and what says the same in the annotation; undefined
 * for any other key. Judged by the whole name, so that `x-retry-after` and `x-consumers-guide` are nobody's business.
 */
export function homemadeWord(key: string, value: Json): HomemadeWord | undefined {
  const phrase = nameWords(key).join(' ')
  return words.find(({ pattern }) => pattern.test(phrase))?.read(value)
}

/** The annotation on one line, as YAML. */
export function annotationLine(annotation: JsonObject): string {
  return `x-idempotency: ${flow(annotation)}`
}

interface Word {
  readonly pattern: RegExp
  readonly read: (value: Json) => HomemadeWord
}

const words: readonly Word[] = [
  {
    pattern: /^x (consumers?|subscribers?|consumer groups?)$/,
    read: (value) => ({ about: 'groups', annotation: { consumers: groupsIn(value) } }),
  },
  {
    pattern: /^(x )?(retry|retries) (delays?|interval|backoff)$/,
    read: (value) => ({ about: 'retries', annotation: { retry: { delays: waitsIn(value) } } }),
  },
  {
    pattern: /^(x )?(retry|delay|delayed|wait) (queue|exchange)( name)?$/,
    read: (value) => ({ about: 'retries', annotation: { retry: retryIn(value) } }),
  },
  {
    pattern: /^(x )?(max )?(retry|retries|attempts)( (policy|count|limit|max|config|attempts))?$/,
    read: (value) => ({ about: 'retries', annotation: { retry: retryIn(value) } }),
  },
  {
    pattern:
      /^(x )?(dead (letter )?(queue|exchange|routing key|topic)|dead letters?|dlq|dlx|parking (lot|queue))( name)?$/,
    read: () => ({ about: 'dead letters', annotation: { park: 'table', retention: { parked: '90d' } } }),
  },
  {
    pattern: /^(x )?(prefetch( count)?|qos)$/,
    read: (value) => ({ about: 'prefetch', annotation: { prefetch: Math.min(countIn(value) || 8, 65_535) } }),
  },
  {
    pattern: /^x (concurrency|max concurrency)$/,
    read: (value) => ({ about: 'concurrency', annotation: { concurrency: Math.min(countIn(value) || 4, 1_000) } }),
  },
  {
    pattern: /^x (idempotency|idempotent|dedup|dedupe|deduplication|business) (key|keys|field|fields|id)$/,
    read: (value) => ({ about: 'the business key', annotation: { businessKey: fieldsIn(value) } }),
  },
]

const nameless = 'name-of-the-group'

/** `[{ service: mail, queue: mail.orders }]`, `[mail]`, `{ mail: … }`. */
function groupsIn(value: Json): JsonObject {
  const entries = isList(value) ? value : isObject(value) ? Object.keys(value) : [value]
  const groups = entries.flatMap((entry): readonly (readonly [string, JsonObject])[] => {
    if (typeof entry === 'string' && entry !== '') return [[entry, {}]]
    if (!isObject(entry)) return []
    const [name] = ['group', 'consumerGroup', 'service', 'name', 'consumer', 'id'].flatMap((key) => textIn(entry, key))
    const [queue] = textIn(entry, 'queue')
    return name === undefined ? [] : [[name, queue === undefined ? {} : { queue }]]
  })
  return Object.fromEntries(groups.length === 0 ? [[nameless, {}]] : groups)
}

/** A number of tries after the first run, or an object that holds one. */
function retryIn(value: Json): JsonObject {
  const inside = (...names: readonly string[]) => {
    return names.flatMap((name) => list(countIn(isObject(value) ? (value[name] ?? null) : null)))
  }
  const [runs] = inside('attempts', 'maxAttempts', 'max_attempts')
  const [retries] = [
    ...inside('retries', 'maxRetries', 'max_retries', 'count', 'max', 'limit'),
    ...list(countIn(value)),
  ]
  const counted = runs ?? (retries === undefined ? undefined : retries + 1)
  const attempts = counted === undefined ? undefined : Math.min(Math.max(counted, 1), 1_000)
  const delays = delaysIn(value)
  const found = { ...(attempts === undefined ? {} : { attempts }), ...(delays.length === 0 ? {} : { delays }) }
  return Object.keys(found).length === 0 ? groupDefaults.retry : found
}

/** Of a delay queue or a policy; none where it says nothing that can be read. */
function delaysIn(value: Json): readonly string[] {
  const parts = isObject(value) ? [value, ...Object.values(value)].filter(isObject) : []
  return parts.flatMap((part) => {
    return ['x-message-ttl', 'ttl', 'delay', 'delayMs', 'interval', 'backoff'].flatMap((name) =>
      list(delayIn(part[name])),
    )
  })
}

/** `5000`, `5s`, `[1s, 10s]`. */
function waitsIn(value: Json): readonly string[] {
  const found = (isList(value) ? value : [value]).flatMap((one) => list(delayIn(one)))
  return found.length === 0 ? groupDefaults.retry.delays : found
}

function delayIn(value: Json | undefined): string | undefined {
  if (typeof value === 'string' && parseDuration(value) !== undefined) return value
  const milliseconds = countIn(value ?? null)
  return milliseconds === undefined || milliseconds === 0 ? undefined : durationText(milliseconds)
}

function fieldsIn(value: Json): readonly string[] {
  const fields = (isList(value) ? value : [value]).filter((field) => typeof field === 'string' && field !== '')
  return fields.length === 0 ? ['orderId'] : fields.map(String)
}

function countIn(value: Json): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

function textIn(object: JsonObject, key: string): readonly string[] {
  const text = object[key]
  return typeof text === 'string' && text !== '' ? [text] : []
}

function list<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value]
}

function flow(value: Json): string {
  if (isList(value)) return `[${value.map(flow).join(', ')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${flow(name)}: ${flow(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' && /^[A-Za-z][\w./-]*$|^\d+(ms|s|m|h|d)$/.test(value) ? value : JSON.stringify(value)
}
