import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WebServer {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A server on this machine that answers each path as given, and others with 404; closed when the test ends. */
export async function startWebServer(answers: Readonly<Record<string, Answer>>): Promise<WebServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close }
}

export function redirect(location: string): Answer {
  return (_, response) => response.writeHead(302, { location }).end()
}
