import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { amqpMethod, startProxy, type TestProxy } from './proxy.js'
import { waitFor } from './wait-for.js'

let server: Server
let received: string
let proxy: TestProxy

beforeEach(async () => {
  received = ''
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += bytes
      socket.write(`answer to ${bytes}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
})

afterEach(async () => {
  await proxy.close()
  server.close()
})

test('bytes pass in both directions', async () => {
  const client = await connectClient()
  client.socket.write('hello')
  await waitFor(() => client.text() === 'answer to hello', { what: 'the answer' })
  expect(proxy.connections).toBe(1)
  client.socket.end()
  await waitFor(() => proxy.connections === 0, { what: 'the connection is gone' })
})

test('cut breaks open connections and lets new ones in', async () => {
  const client = await connectClient()
  await waitFor(() => proxy.connections === 1, { what: 'the connection' })
  proxy.cut()
  await client.closed
  const second = await connectClient()
  second.socket.write('again')
  await waitFor(() => second.text() === 'answer to again', { what: 'the answer' })
})

test('refuse turns new connections away until accept', async () => {
  const client = await connectClient()
  await proxy.refuse()
  await client.closed
  await expect(connectClient()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.accept()
  await connectClient()
})

test('hold keeps bytes back in its direction, release passes them on in order', async () => {
  const client = await connectClient()
  proxy.hold('toClient')
  client.socket.write('1')
  await waitFor(() => received === '1', { what: 'the server gets the first' })
  client.socket.write('2')
  await waitFor(() => received === '12', { what: 'the server gets the second' })
  expect(client.text()).toBe('')
  proxy.release()
  await waitFor(() => client.text() === 'answer to 1answer to 2', { what: 'both answers' })
})

test('delay passes bytes on later', async () => {
  const client = await connectClient()
  proxy.delay(80, 'toServer')
  const startedAt = performance.now()
  client.socket.write('late')
  await waitFor(() => client.text() !== '', { what: 'the answer' })
  expect(performance.now() - startedAt).toBeGreaterThan(75)
})

test('cutBefore withholds the bytes from the receiver', async () => {
  const client = await connectClient()
  const fired = proxy.cutBefore({ pattern: 'COMMIT' })
  client.socket.write('BEGIN')
  await waitFor(() => received === 'BEGIN', { what: 'the first statement' })
  client.socket.write('COMMIT')
  await fired
  await client.closed
  expect(received).toBe('BEGIN')
})

test('cutAfter lets the receiver have the bytes and the sender no answer', async () => {
  const client = await connectClient()
  const fired = proxy.cutAfter({ pattern: 'COMMIT' })
  client.socket.write('COMMIT')
  await fired
  await client.closed
  await waitFor(() => received === 'COMMIT', { what: 'the server gets the bytes' })
  expect(client.text()).toBe('')
})

test('cutBeforeAnswer waits for the answer and withholds it', async () => {
  const client = await connectClient()
  const fired = proxy.cutBeforeAnswer({ pattern: 'COMMIT' })
  client.socket.write('COMMIT')
  await fired
  await client.closed
  expect(received).toBe('COMMIT')
  expect(client.text()).toBe('')
})

test('a pattern is found across packets, only once, and not in what passed before', async () => {
  const client = await connectClient()
  client.socket.write('COMMIT')
  await waitFor(() => client.text() === 'answer to COMMIT', { what: 'the first answer' })
  const fired = proxy.cutAfter({ pattern: 'COMMIT' })
  client.socket.write('x COM')
  await waitFor(() => received === 'COMMITx COM', { what: 'the first half' })
  expect(proxy.connections).toBe(1)
  client.socket.write('MIT')
  await fired
  const second = await connectClient()
  second.socket.write('COMMIT')
  await waitFor(() => second.text() === 'answer to COMMIT', { what: 'the answer on the second connection' })
})

test('a cut is met by one connection only', async () => {
  const [first, second] = [await connectClient(), await connectClient()]
  proxy.hold('toServer')
  void proxy.cutBeforeAnswer({ pattern: 'COMMIT' })
  first.socket.write('COMMIT')
  second.socket.write('COMMIT')
  proxy.release('toServer')
  await waitFor(() => proxy.connections === 1, { what: 'one connection is cut' })
  await waitFor(() => first.text() + second.text() === 'answer to COMMIT', { what: 'the other gets its answer' })
})

test('an AMQP method is named by its class and number', () => {
  expect(amqpMethod(60, 80)).toEqual(Buffer.from([0, 60, 0, 80]))
})

interface Client {
  readonly socket: Socket
  readonly text: () => string
  readonly closed: Promise<unknown>
}

async function connectClient(): Promise<Client> {
  let text = ''
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('data', (bytes) => {
    text += bytes
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.on('error', () => {})
  return { socket, text: () => text, closed }
}
