import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A relay before RabbitMQ that does what the broker does under a memory alarm. */
export interface StallingRelay {
  urlVia(url: string): string
  /**
   * Reads nothing more from connections that publish, as their name says, and tells them so where `tell` is given:
   * RabbitMQ leaves connections that only consume alone.
   */
  stall(tell?: 'blocked'): void
  /** Reads on, and tells the client that it is no longer blocked. */
  resume(): void
  /** Breaks every connection; new ones are relayed as if nothing had been. */
  cut(): void
  close(): Promise<void>
}

/** connection.blocked with the reason `low on memory`, and connection.unblocked: methods 60 and 61 of class 10. */
const blocked = methodFrame(10, 60, Buffer.concat([Buffer.from([13]), Buffer.from('low on memory')]))
const unblocked = methodFrame(10, 61, Buffer.alloc(0))

/** Unlike a proxy that keeps what it does not pass on, it exerts back-pressure: the client's socket fills up. */
export async function startStallingRelay(target: {
  readonly host: string
  readonly port: number
}): Promise<StallingRelay> {
  const pairs = new Set<Pair>()
  let wasTold = false
  const relay = createServer((client) => {
    const server = connect({ ...target, noDelay: true })
    const pair: Pair = { client, server, publishes: false }
    pairs.add(pair)
    client.on('data', (bytes) => {
      if (bytes.includes('(publishing)')) pair.publishes = true
    })
    client.pipe(server)
    server.pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        client.destroy()
        server.destroy()
      })
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  const cut = (): void => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  return {
    urlVia(url) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    stall(tell) {
      wasTold = tell !== undefined
      for (const { client, server } of publishing(pairs)) {
        client.unpipe(server)
        client.pause()
        if (wasTold) client.write(blocked)
      }
    },
    resume() {
      for (const { client, server } of publishing(pairs)) {
        if (wasTold) client.write(unblocked)
        client.pipe(server)
      }
    },
    cut,
    async close() {
      cut()
      relay.close()
      await once(relay, 'close')
    },
  }
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  publishes: boolean
}

function publishing(pairs: ReadonlySet<Pair>): readonly Pair[] {
  return [...pairs].filter(({ publishes }) => publishes)
}

function methodFrame(classId: number, methodId: number, body: Buffer): Buffer {
  const frame = Buffer.alloc(7 + 4 + body.length + 1)
  frame.writeUInt8(1, 0)
  frame.writeUInt16BE(0, 1)
  frame.writeUInt32BE(4 + body.length, 3)
  frame.writeUInt16BE(classId, 7)
  frame.writeUInt16BE(methodId, 9)
  body.copy(frame, 11)
  frame.writeUInt8(0xce, frame.length - 1)
  return frame
}
