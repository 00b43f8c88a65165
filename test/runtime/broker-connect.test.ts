import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { brokerLinks, connectBroker } from '../../templates/runtime/broker.js'
import type { Broker, ConnectBrokerOptions } from '../../templates/runtime/types.js'
import { startProxy, type TestProxy } from '../support/proxy.js'
import { waitFor } from '../support/wait-for.js'
import { recordingLog } from './recording-log.js'

const url = inject('amqpUrl')
const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

async function connected(options: ConnectBrokerOptions): Promise<Broker> {
  const broker = await connectBroker(options)
  cleanups.push(() => broker.close())
  return broker
}

async function proxied(): Promise<TestProxy> {
  const { hostname, port } = new URL(url)
  const proxy = await startProxy({ host: hostname, port: Number(port) })
  cleanups.push(() => proxy.close())
  return proxy
}

function changed(change: (url: URL) => void): string {
  const copy = new URL(url)
  change(copy)
  return copy.href
}

test.each([
  { given: { url: undefined }, says: 'AMQP url is undefined: set it to amqp://' },
  { given: {}, says: 'AMQP url is undefined' },
  { given: { url: ' ' }, says: 'AMQP url is empty' },
  { given: { urls: [] }, says: 'AMQP urls is empty' },
  { given: { url: 'amqp://user:hush#hush@host' }, says: 'needs percent-encoding' },
  { given: { url: 'http://user:hush@host' }, says: 'starts with http://' },
  { given: { url: 'amqp:///vhost' }, says: 'names no host' },
])('the address $given is refused with what to do', async ({ given, says }) => {
  const failure = await connectBroker(given).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining(says) })
  expect(everythingIn(failure)).not.toContain('hush')
})

test('a refused login is told at once, without the password', async () => {
  const wrong = changed((copy) => {
    copy.password = 'wrong-secret'
  })
  const failure = await connectBroker({ url: wrong }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'amqp-login-refused', message: expect.stringContaining('login of "guest"') })
  expect(everythingIn(failure)).not.toContain('wrong-secret')
}, 3_000)

test('user and password of any letters reach the server as they are', async () => {
  const proxy = await proxied()
  const foreign = new URL(proxy.urlVia(url))
  foreign.username = encodeURIComponent('tämä')
  foreign.password = encodeURIComponent('hush/ß%#')
  const seen = proxy.cutAfter({ pattern: '\0tämä\0hush/ß%#' })
  const failure = await connectBroker({ url: foreign.href }).catch((error: unknown) => error)
  await seen
  expect(failure).toMatchObject({ code: 'amqp-login-refused', message: expect.stringContaining('login of "tämä"') })
  expect(everythingIn(failure)).not.toContain('hush')
})

test('a virtual host that does not exist is told at once', async () => {
  const elsewhere = changed((copy) => {
    copy.pathname = '/no%2Fsuch'
  })
  await expect(connectBroker({ url: elsewhere })).rejects.toMatchObject({
    code: 'amqp-vhost-refused',
    message: expect.stringContaining('"no/such"'),
  })
}, 3_000)

test('a server that is down is an error after the connect timeout, with its cause', async () => {
  const proxy = await proxied()
  await proxy.refuse()
  const startedAt = performance.now()
  await expect(connectBroker({ url: proxy.urlVia(url), connectTimeoutMs: 600 })).rejects.toMatchObject({
    code: 'amqp-unreachable',
    message: expect.stringMatching(/within 600 ms: .*ECONNREFUSED/),
    cause: { code: 'ECONNREFUSED' },
  })
  expect(performance.now() - startedAt).toBeLessThan(700)
  expect(performance.now() - startedAt).toBeGreaterThan(200)
  await proxy.accept()
})

test('a server that comes up within the connect timeout is waited for', async () => {
  const proxy = await proxied()
  await proxy.refuse()
  const log = recordingLog()
  const connecting = connected({ url: proxy.urlVia(url), connectTimeoutMs: 10_000, log })
  await proxy.accept()
  await connecting
  expect(proxy.connections).toBe(2)
})

test('a server that accepts and says nothing is given up at the connect timeout', async () => {
  const silent = await silentServer()
  const startedAt = performance.now()
  await expect(connectBroker({ url: silent.url, connectTimeoutMs: 300 })).rejects.toMatchObject({
    code: 'amqp-unreachable',
    message: expect.stringContaining('no answer'),
  })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await waitFor(() => silent.open() === 0, { what: 'both sockets are destroyed', deadlineMs: 2_000 })
})

test('of several addresses the first that answers is used', async () => {
  const dead = await proxied()
  await dead.refuse()
  await connected({ urls: [dead.urlVia(url), url] })
  await dead.accept()
})

test('the connections carry the heartbeat, the name and the revision', async () => {
  const proxy = await proxied()
  // In connection.tune-ok the heartbeat, ten seconds, follows the largest frame, 131,072 bytes.
  const patterns = [Buffer.from('00020000000a', 'hex'), 'orders-service (publishing)', 'idemgen runtime']
  const seen = patterns.map((pattern) => proxy.cutAfter({ pattern }))
  const connecting = connected({ url: proxy.urlVia(url), name: 'orders-service' })
  await Promise.all(seen)
  await connecting
})

test('a broker that falls silent is noticed by the heartbeat and connected to again', async () => {
  const proxy = await proxied()
  const log = recordingLog()
  const broker = await connected({ url: proxy.urlVia(url), heartbeat: 1, log })
  proxy.hold()
  const both = (part: string) => (): boolean => log.lines.filter(({ message }) => message.includes(part)).length === 2
  // By our heartbeat or by the server's, whose end the proxy passes on.
  await waitFor(both('connection to RabbitMQ lost'), { what: 'the loss of both is noticed' })
  proxy.release()
  await waitFor(both('restored'), { what: 'both connections are restored' })
  await expect(brokerLinks(broker).withChannel((channel) => channel.checkExchange('amq.topic'))).resolves.toBeDefined()
})

test('close ends both connections', async () => {
  const proxy = await proxied()
  const broker = await connectBroker({ url: proxy.urlVia(url) })
  expect(proxy.connections).toBe(2)
  await Promise.all([broker.close(), broker.close()])
  await waitFor(() => proxy.connections === 0, { what: 'no connection is open' })
})

test('close destroys the sockets of a broker that does not answer', async () => {
  const proxy = await proxied()
  const broker = await connectBroker({ url: proxy.urlVia(url) })
  proxy.hold()
  const sockets = openSockets()
  const startedAt = performance.now()
  await broker.close()
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  // The proxy's own sockets are of this process too, and stay while it holds.
  await waitFor(() => openSockets() === sockets - 2, { what: 'our sockets are gone', deadlineMs: 500 })
})

test('what is asked of a closed broker is refused instead of waiting for ever', async () => {
  const broker = await connectBroker({ url })
  await broker.close()
  const links = brokerLinks(broker)
  await expect(links.withChannel(async () => {})).rejects.toThrow('closed')
  await expect(links.openSender()).rejects.toThrow('closed')
  const subscribing = links.subscribe({
    queue: 'any',
    prefetch: 1,
    declare: async () => {},
    onDelivery() {},
    onState() {},
  })
  await expect(subscribing).rejects.toThrow('closed')
})

test('a broker of other code is refused', () => {
  expect(() => brokerLinks({ close: async () => {} })).toThrow(
    expect.objectContaining({ name: 'ConfigurationError', code: 'broker-foreign' }),
  )
})

/** What a logger that prints every field of an error would show. */
function everythingIn(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const fields = Object.getOwnPropertyNames(failure).map((name) => Reflect.get(failure, name))
  return [failure.message, ...fields.map((field) => everythingIn(field))].join('\n')
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length
}

async function silentServer(): Promise<{ readonly url: string; open(): number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, open: () => sockets.size }
}
