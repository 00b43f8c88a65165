// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Lets ordinary work run side by side and a suspect run alone in the process. When a suspect kills the process,
 * nothing else was running, so nothing else is suspected.
 */
export interface AloneGate {
  /** Resolves at once unless a suspect runs or waits; call the result when done. */
  enter(): Promise<() => void>
  /**
   * Resolves when nothing else runs; call the result when done. Of several waiters the one with the lowest `suspicion`
   * goes first, so that innocents finish before a killer strikes again.
   */
  enterAlone(suspicion: number): Promise<() => void>
}

export function createAloneGate(): AloneGate {
  let running = 0
  let alone = false
  const ordinary: (() => void)[] = []
  const suspects: { readonly suspicion: number; readonly start: () => void }[] = []

  function advance(): void {
    if (alone) return
    const next = suspects[0]
    if (next !== undefined) {
      if (running > 0) return
      suspects.shift()
      alone = true
      next.start()
      return
    }
    for (const start of ordinary.splice(0)) {
      running += 1
      start()
    }
  }

  return {
    enter() {
      return new Promise((resolve) => {
        ordinary.push(() => resolve(once(leave)))
        advance()
      })
    },
    enterAlone(suspicion) {
      return new Promise((resolve) => {
        const index = suspects.findIndex((waiting) => waiting.suspicion > suspicion)
        suspects.splice(index === -1 ? suspects.length : index, 0, {
          suspicion,
          start: () => resolve(once(leaveAlone)),
        })
        advance()
      })
    },
  }

  function leave(): void {
    running -= 1
    advance()
  }

  function leaveAlone(): void {
    alone = false
    // What waited while the suspect ran gets its turn before the next suspect: suspects must not starve the rest.
    for (const start of ordinary.splice(0)) {
      running += 1
      start()
    }
    advance()
  }
}

/** One gate for the process: a killer takes down every consumer in it. */
export const processGate: AloneGate = createAloneGate()

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
