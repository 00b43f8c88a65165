// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { type GivenUp, type Patience, whenGivenUp } from './give-up.js'

/** Lets a limited number in at a time; the others wait in the order in which they came. */
export interface Window {
  readonly size: number
  /** Gives undefined when there is a place, which `leave` frees again, and otherwise why the wait ended. */
  enter(patience: Patience): Promise<GivenUp | undefined>
  leave(): void
}

export function createWindow(size: number): Window {
  // A Map keeps the order, and one that gives up leaves the middle at once: thousands may wait through an outage.
  const waiting = new Map<symbol, () => void>()
  let free = size
  return {
    size,
    enter(patience) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(undefined)
      }
      return new Promise((resolve) => {
        const place = Symbol('place')
        const stopWaiting = whenGivenUp(patience, (givenUp) => {
          waiting.delete(place)
          resolve(givenUp)
        })
        waiting.set(place, () => {
          stopWaiting()
          resolve(undefined)
        })
      })
    },
    leave() {
      const next = waiting.entries().next()
      if (next.done) {
        free += 1
        return
      }
      const [place, enter] = next.value
      waiting.delete(place)
      enter()
    },
  }
}
