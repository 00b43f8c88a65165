import { connect, type Socket } from 'node:net'

export type Direction = 'toServer' | 'toClient'

/** Where the connection breaks: before the bytes, after them, or in place of the answer to them. */
export type TrapPlace = 'before' | 'after' | 'answer'

export interface Trap {
  readonly place: TrapPlace
  readonly direction: Direction
  readonly pattern: Buffer
  /** Tells that the connection has been broken. */
  spring(): void
}

/** What a proxy does to all of its connections. */
export interface Rules {
  readonly held: Set<Direction>
  readonly delayMs: Map<Direction, number>
  /** The connection that meets one takes it out. */
  readonly traps: Set<Trap>
}

interface Chunk {
  readonly bytes: Buffer
  /** By `performance.now()`. */
  readonly dueAt: number
}

interface Lane {
  readonly from: Socket
  readonly to: Socket
  waiting: Chunk[]
  /** The end of what has passed, since a pattern may be spread over two packets. */
  tail: Buffer
  timer: NodeJS.Timeout | undefined
  isEnded: boolean
}

/** One connection through a proxy: two sockets and what happens to the bytes between them. */
export class Passage {
  readonly #rules: Rules
  readonly #lanes: Readonly<Record<Direction, Lane>>
  #answerTrap: Trap | undefined
  #isCut = false

  constructor(client: Socket, target: { readonly host: string; readonly port: number }, rules: Rules) {
    this.#rules = rules
    const server = connect({ ...target, allowHalfOpen: true, noDelay: true })
    client.setNoDelay(true)
    this.#lanes = { toServer: newLane(client, server), toClient: newLane(server, client) }
    for (const direction of ['toServer', 'toClient'] as const) {
      const lane = this.#lanes[direction]
      lane.from.on('data', (bytes) => this.#receive(direction, bytes))
      lane.from.on('end', () => {
        lane.isEnded = true
        this.flush()
      })
      // What breaks on one side breaks on the other, as without a proxy.
      lane.from.on('error', () => this.cut())
      lane.from.on('close', () => {
        if (!this.#isCut) lane.to.destroySoon()
      })
    }
  }

  /** Calls back when both sockets are closed. */
  onClose(listener: () => void): void {
    const sockets = Object.values(this.#lanes).map((lane) => lane.from)
    for (const socket of sockets) {
      socket.once('close', () => {
        if (sockets.every((each) => each.closed)) listener()
      })
    }
  }

  cut(): void {
    this.#isCut = true
    for (const lane of Object.values(this.#lanes)) {
      clearTimeout(lane.timer)
      lane.from.destroy()
    }
  }

  /** Passes on what is due and not held. */
  flush(): void {
    for (const direction of ['toServer', 'toClient'] as const) this.#pass(direction)
  }

  #receive(direction: Direction, bytes: Buffer): void {
    if (this.#isCut) return
    const delayMs = this.#rules.delayMs.get(direction) ?? 0
    this.#lanes[direction].waiting.push({ bytes, dueAt: performance.now() + delayMs })
    this.#pass(direction)
  }

  #pass(direction: Direction): void {
    const lane = this.#lanes[direction]
    if (this.#isCut || this.#rules.held.has(direction)) return
    for (let chunk = lane.waiting[0]; chunk !== undefined; chunk = lane.waiting[0]) {
      const waitMs = chunk.dueAt - performance.now()
      if (waitMs > 0) {
        clearTimeout(lane.timer)
        lane.timer = setTimeout(() => this.#pass(direction), waitMs)
        return
      }
      lane.waiting.shift()
      if (this.#springs(direction, lane, chunk.bytes)) return
      lane.to.write(chunk.bytes)
    }
    if (lane.isEnded) lane.to.end()
  }

  /** Whether the connection was broken at these bytes. */
  #springs(direction: Direction, lane: Lane, bytes: Buffer): boolean {
    if (this.#answerTrap !== undefined && this.#answerTrap.direction !== direction) {
      this.#answerTrap.spring()
      this.cut()
      return true
    }
    const seen = Buffer.concat([lane.tail, bytes])
    const trap = this.#trapIn(direction, seen, lane.tail.length)
    lane.tail = seen.subarray(-longestTail)
    if (trap === undefined) return false
    this.#rules.traps.delete(trap)
    if (trap.place === 'answer') {
      this.#answerTrap = trap
      return false
    }
    if (trap.place === 'after') this.#deliverAndCut(lane, bytes)
    else this.cut()
    trap.spring()
    return true
  }

  /** The trap whose pattern ends in the bytes that have just come: what passed before it was set does not count. */
  #trapIn(direction: Direction, seen: Buffer, oldLength: number): Trap | undefined {
    for (const trap of this.#rules.traps) {
      const start = Math.max(0, oldLength - trap.pattern.length + 1)
      if (trap.direction === direction && seen.includes(trap.pattern, start)) return trap
    }
    return undefined
  }

  /** Whoever receives gets the bytes and then the end; whoever sent them gets the end alone. */
  #deliverAndCut(lane: Lane, bytes: Buffer): void {
    this.#isCut = true
    lane.from.destroy()
    // An answer that nobody reads would make the system reset the connection, and the bytes could be lost with it.
    lane.to.resume()
    lane.to.end(bytes)
  }
}

/** Patterns are far shorter. */
const longestTail = 256

function newLane(from: Socket, to: Socket): Lane {
  return { from, to, waiting: [], tail: Buffer.alloc(0), timer: undefined, isEnded: false }
}
