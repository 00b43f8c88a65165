import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type Direction, Passage, type Rules, type TrapPlace } from './passage.js'

export interface TestProxy {
  readonly port: number
  /** How many connections are open through it. */
  readonly connections: number
  /** The same address by way of the proxy. */
  urlVia(url: string): string
  /** Breaks every open connection on both sides. New ones are still accepted. */
  cut(): void
  /** Breaks every open connection and refuses new ones until `accept`: the server is down. */
  refuse(): Promise<void>
  accept(): Promise<void>
  /** Keeps what arrives without passing it on, in one direction or in both, on open and on new connections. */
  hold(direction?: Direction): void
  /** Passes on what was held, in order. */
  release(direction?: Direction): void
  /** Passes everything on so much later; 0 ends it. */
  delay(delayMs: number, direction?: Direction): void
  /** Breaks the connection on which the pattern is seen, once. The receiver never gets the bytes that hold it. */
  cutBefore(trigger: Trigger): Promise<void>
  /** The same, but the receiver gets them: a server acts on them and its client gets no answer. */
  cutAfter(trigger: Trigger): Promise<void>
  /**
   * The same, but only when the receiver has answered, which it may do late: it has certainly acted. The answer is
   * withheld.
   */
  cutBeforeAnswer(trigger: Trigger): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** The promise of a cut resolves when it has happened. */
export interface Trigger {
  /** `toServer` by default. */
  readonly direction?: Direction
  /** Bytes as they are on the wire; found across packets. */
  readonly pattern: string | Buffer
}

export interface ProxyTarget {
  readonly host: string
  readonly port: number
}

/** A TCP proxy on a free port of 127.0.0.1, for what networks do to connections. */
export async function startProxy(target: ProxyTarget): Promise<TestProxy> {
  const passages = new Set<Passage>()
  const rules: Rules = { held: new Set(), delayMs: new Map(), traps: new Set() }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const passage = new Passage(client, target, rules)
    passages.add(passage)
    passage.onClose(() => passages.delete(passage))
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const cut = (): void => {
    for (const passage of passages) passage.cut()
  }
  const refuse = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    cut()
    await closed
  }
  return {
    port,
    get connections() {
      return passages.size
    },
    urlVia: (url) => withHost(url, `127.0.0.1:${port}`),
    cut,
    refuse,
    accept: () => listen(server, port),
    close: refuse,
    ...controlsOf(rules, passages),
  }
}

/** What needs no more than the rules, and a look at them by the connections that are open. */
function controlsOf(
  rules: Rules,
  passages: ReadonlySet<Passage>,
): Pick<TestProxy, 'hold' | 'release' | 'delay' | 'cutBefore' | 'cutAfter' | 'cutBeforeAnswer'> {
  return {
    hold(direction) {
      for (const each of directionsOf(direction)) rules.held.add(each)
    },
    release(direction) {
      for (const each of directionsOf(direction)) rules.held.delete(each)
      for (const passage of passages) passage.flush()
    },
    delay(delayMs, direction) {
      for (const each of directionsOf(direction)) rules.delayMs.set(each, delayMs)
    },
    cutBefore: (trigger) => setTrap(rules, 'before', trigger),
    cutAfter: (trigger) => setTrap(rules, 'after', trigger),
    cutBeforeAnswer: (trigger) => setTrap(rules, 'answer', trigger),
  }
}

function setTrap(rules: Rules, place: TrapPlace, { direction = 'toServer', pattern }: Trigger): Promise<void> {
  return new Promise((spring) => {
    rules.traps.add({ place, direction, pattern: Buffer.from(pattern), spring })
  })
}

function withHost(url: string, host: string): string {
  const changed = new URL(url)
  changed.host = host
  return changed.href
}

/** The first bytes of an AMQP method after its frame's header: a pattern for acks (60, 80) and the like. */
export function amqpMethod(classId: number, methodId: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16BE(classId, 0)
  bytes.writeUInt16BE(methodId, 2)
  return bytes
}

function directionsOf(direction: Direction | undefined): readonly Direction[] {
  return direction === undefined ? ['toServer', 'toClient'] : [direction]
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
