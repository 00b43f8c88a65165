import { type Contract, contractVersion } from '../model/contract.js'
import type { Json } from '../model/document.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { compareText } from './group-by.js'

/** What a reader of a diff wants to see first stands first. */
const order = ['contractVersion', 'names', 'messages', 'publishers', 'groups', 'exchanges', 'schemas'] as const

/** The text of contract.json: the same for equal contracts, whatever order their members were made in. */
export function contractText(contract: Contract): string {
  const ordered = Object.fromEntries(order.map((name) => [name, sorted(contract[name])]))
  return `${JSON.stringify(ordered, null, 2)}\n`
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
  const parts = order.slice(1).map((name) => value[name])
  if (!parts.every(isJsonObject)) return false
  const [names, messages, , groups] = parts
  return (
    Object.values(names ?? {}).every((name) => typeof name === 'string') &&
    Object.values(messages ?? {}).every((message) => isJsonObject(message) && typeof message.eventType === 'string') &&
    Object.values(groups ?? {}).every((group) => isJsonObject(group) && typeof group.group === 'string')
  )
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
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    entries.sort(([left], [right]) => compareText(left, right)).map(([name, member]) => [name, sorted(member)]),
  )
}
