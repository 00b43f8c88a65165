// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Which keys of a group are being handled in this process. A second delivery of a key waits here, holding neither a
 * connection nor a lane: duplicates of one slow key would otherwise starve every other message.
 *
 * Only memory: when the process dies, the deliveries return to their queue and the records decide.
 */
export interface Flights<Waiter> {
  /** Takes all keys at once, or none: two lists that each held half of the other's keys would wait for ever. */
  enter(keys: readonly string[]): boolean
  /** Keeps `waiter` until one of `keys` that is in flight has landed. */
  wait(keys: readonly string[], waiter: Waiter): void
  /** Ends the flight and gives those who waited for it; they start again at the claim and adopt no outcome. */
  leave(keys: readonly string[]): readonly Waiter[]
}

export function createFlights<Waiter>(): Flights<Waiter> {
  const waitersByKey = new Map<string, Waiter[]>()

  return {
    enter(keys) {
      if (keys.some((key) => waitersByKey.has(key))) return false
      for (const key of keys) waitersByKey.set(key, [])
      return true
    },
    wait(keys, waiter) {
      const key = keys.find((candidate) => waitersByKey.has(candidate))
      if (key === undefined) throw new Error('nothing to wait for: none of the keys is in flight')
      waitersByKey.get(key)?.push(waiter)
    },
    leave(keys) {
      const woken = keys.flatMap((key) => waitersByKey.get(key) ?? [])
      for (const key of keys) waitersByKey.delete(key)
      return woken
    },
  }
}
