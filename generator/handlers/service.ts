import type { Contract } from '../model/contract.js'
import { derivedName } from '../model/derived-names.js'

/** A consumer group, as far as its handlers are judged by it. */
export interface HandledGroup {
  readonly group: string
  readonly strategy: string
}

/** What the code of a service was generated from: names that its own code uses, and what they stand for. */
export interface Service {
  /** By the name of its start function: `startBilling`. */
  readonly starts: ReadonlyMap<string, HandledGroup>
  /** By the name of the type of its handlers: `BillingHandlers`. */
  readonly handlers: ReadonlyMap<string, HandledGroup>
  /** Fields of the payload that are in the key of a message, by the name of its publisher. */
  readonly keyFields: ReadonlyMap<string, readonly string[]>
}

interface Source {
  readonly contract: Contract
  /** By group, of those that the contract cannot hold yet as well. */
  readonly strategies: ReadonlyMap<string, string>
}

/** The service that has the code of all these documents. */
export function serviceOf(sources: readonly Source[]): Service {
  const starts = new Map<string, HandledGroup>()
  const handlers = new Map<string, HandledGroup>()
  const keyFields = new Map<string, readonly string[]>()
  for (const { contract, strategies } of sources) {
    for (const [name, { group, strategy }] of Object.entries(contract.groups)) {
      const handled = { group, strategy: strategies.get(group) ?? strategy.kind }
      const start = derivedName(contract.derivedNames, { kind: 'starts', of: name })
      const type = derivedName(contract.derivedNames, { kind: 'handlers', of: name })
      if (start !== undefined) starts.set(start, handled)
      if (type !== undefined) handlers.set(type, handled)
    }
    for (const [name, { message }] of Object.entries(contract.publishers)) {
      const fields = contract.messages[message]?.key.flatMap((field) => (field.in === 'payload' ? field.path : []))
      keyFields.set(name, fields ?? [])
    }
  }
  return { starts, handlers, keyFields }
}
