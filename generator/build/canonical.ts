import { type Contract, contractVersion } from '../model/contract.js'
import type { Json } from '../model/document.js'
import { IdemgenError } from '../model/idemgen-error.js'

/** What a reader of a diff wants to see first stands first. */
const parts = ['names', 'messages', 'publishers', 'groups', 'exchanges', 'schemas'] as const
const order = ['contractVersion', 'names', 'derivedNames', ...parts.slice(1)] as const

/** The text of contract.json: the same for equal contracts, whatever order their members were made in. */
export function contractText(contract: Contract): string {
  const members = order.flatMap((name) => {
    const member = contract[name]
    return member === undefined ? [] : [[name, sorted(member)] as const]
  })
  // What turns the direction of a text would show a reviewer another file than the one that is read.
  const text = JSON.stringify(Object.fromEntries(members), null, 2).replace(unseen, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `${text}\n`
}

const unseen = /[\p{Bidi_Control}\u2028\u2029\ufeff\u007f-\u009f]/gu

/** The same text for equal values, whatever order their members were made in. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sorted(value as Json)) // parts of a contract, which is JSON
}

/**
 * The contract of an earlier run, whose names are kept. Throws `IdemgenError` with the codes `contract-unreadable` and
 * `contract-newer`: going on without it would rename what services import.
 */
export function readContract(text: string): Contract {
  const value = parsed(text)
  const version = isJsonObject(value) ? value.contractVersion : undefined
  if (typeof version === 'number' && version > contractVersion) {
    throw new IdemgenError({
      code: 'contract-newer',
      message: `contract.json has version ${version}, and this idemgen knows ${contractVersion}`,
      hint: 'upgrade idemgen to the version that wrote it',
    })
  }
  if (!isContract(value)) throw unreadable()
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** What the build reads of it is checked; the rest was written by `contractText` and is only compared. */
function isContract(value: unknown): value is Contract {
  if (!isJsonObject(value) || value.contractVersion !== contractVersion) return false
  const { names, derivedNames = {}, messages, groups } = value
  return (
    parts.every((name) => isJsonObject(value[name])) &&
    isRecordOf(names, isText) &&
    isRecordOf(derivedNames, (kind) => isRecordOf(kind, isText)) &&
    isRecordOf(messages, isMessage) &&
    isRecordOf(groups, isGroup)
  )
}

function isRecordOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return isJsonObject(value) && Object.values(value).every(isMember)
}

function isMessage(value: unknown): boolean {
  return isJsonObject(value) && isText(value.eventType) && isTexts(value.addresses)
}

function isGroup(value: unknown): boolean {
  if (!isJsonObject(value) || !isText(value.group)) return false
  const { errors } = value
  return isJsonObject(errors) && isTexts(errors.business) && isTexts(errors.system)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unreadable(cause?: unknown): IdemgenError {
  return new IdemgenError({
    code: 'contract-unreadable',
    message: 'contract.json is not what idemgen wrote',
    hint: 'take it from version control (a merge conflict leaves it broken), or delete it: names are then given anew',
    cause,
  })
}

function sorted(value: Json | object): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = value as { readonly [name: string]: Json | undefined } // all objects but lists are
  const entries: [string, Json][] = []
  // By code units, as `compareText` has it.
  for (const name of Object.keys(members).sort()) {
    const member = members[name]
    if (member !== undefined) entries.push([name, sorted(member)])
  }
  return Object.fromEntries(entries)
}
