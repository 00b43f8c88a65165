import type { Design } from '../../build/design.js'
import type { MessageDraft } from '../../build/messages/draft.js'
import { fieldText } from '../../build/messages/field-expression.js'
import { certainIdentifiers } from '../../build/suggest/candidate-key.js'
import type { JsonObject } from '../../model/document.js'
import { nameWords } from '../../model/words.js'
import { eventWords } from '../event-words.js'
import { fieldSchemas } from '../field-schemas.js'
import { identified, isOwner } from '../identified.js'
import type { KeyField } from '../key-fields-of.js'
import { keyText } from '../key-text.js'
import { type BusinessKey, keysOf } from '../keys-of.js'
import type { Fault, Rule } from '../rule.js'

export const keyIsTooCoarse: Rule = {
  name: 'key-is-too-coarse',
  topic: 'key',
  severity: 'error',
  summary: 'the business key is the same for different events',
  why: `A key that only says whose event it is, or what kind, is shared by all events of that user or of that kind. The
first is processed, and every later one is dropped as a duplicate for as long as keys are remembered: the second order of
a customer gets no coupon, and nothing is in the logs but a duplicate.`,
  wrong: 'businessKey: [userId]',
  right: 'businessKey: [userId, orderId]',
  check: (design) => keysOf(design).flatMap((key) => faultOf(design, key) ?? []),
}

function faultOf(design: Design, key: BusinessKey): Fault | undefined {
  const telling = key.fields.filter((field) => !isKind(field))
  if (telling.length === 0) return onlyKinds(key)
  const owners = telling.map(({ expression }) => identified(expression))
  if (!owners.every(isOwner)) return undefined
  const own = ownIdentifier(
    design,
    key.message,
    owners.map((words) => words?.at(-1) ?? ''),
  )
  if (own === undefined) return undefined
  return {
    message: `${keyText(key.fields)} says whose event it is, and not which one: "${own.text}" is left out`,
    hint: `add ${own.text}, unless there is one ${key.message.contract.eventType} for each of them ever`,
    at: key.place,
    severity: own.isCertain ? 'error' : 'warning',
  }
}

function onlyKinds({ fields, place }: BusinessKey): Fault {
  return {
    message: `${keyText(fields)} says what kind of event it is, and not which one`,
    hint: 'add the field that identifies the event: its id, or that of what it is about',
    at: place,
  }
}

/** A field with few values, or a measure: many events have the same. */
function isKind(field: KeyField): boolean {
  const schemas = fieldSchemas(field)
  const isClosed = schemas.length > 0 && schemas.every((way) => way.some(hasFewValues))
  return isClosed || kinds.has(nameWords(field.expression.path.at(-1) ?? '').at(-1) ?? '')
}

function hasFewValues(schema: JsonObject): boolean {
  return schema.type === 'boolean' || Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')
}

const kinds: ReadonlySet<string> = new Set(
  'status state type kind category currency country language locale amount price quantity total count'.split(' '),
)

interface OwnIdentifier {
  readonly text: string
  /** The event is called after it. */
  readonly isCertain: boolean
}

/** The identifier of the event itself, or of what it is about. */
function ownIdentifier(
  { context }: Design,
  message: MessageDraft,
  keyOwners: readonly string[],
): OwnIdentifier | undefined {
  if (message.payload === undefined) return undefined
  const words = eventWords(message)
  const found = certainIdentifiers(context, message.payload)
    .map((path) => ({ text: fieldText(path), of: identified({ path }), isOuter: path.length === 1 }))
    .filter(({ of }) => of !== undefined && !isOwner(of))
  const named = found.find(({ of }) => of !== undefined && of.length > 0 && of.every((word) => words.has(word)))
  if (named !== undefined) return { text: named.text, isCertain: true }
  // What happens to a user once, `UserRegistered`, is named by the user.
  if (keyOwners.some((owner) => words.has(owner))) return undefined
  const other = found.find(({ of, isOuter }) => isOuter && (of?.length === 0 || actions.has(of?.at(-1) ?? '')))
  return other === undefined ? undefined : { text: other.text, isCertain: false }
}

/** What happens again and again to one owner, whatever the event is called. */
const actions: ReadonlySet<string> = new Set(
  'event order payment transaction transfer invoice refund shipment booking reservation ticket reading'.split(' '),
)
