import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { bundleEntry } from './bundle-entry.js'
import { waitFor } from './wait-for.js'

export interface ChildOptions {
  /** A TypeScript file, relative to the repo's root. */
  readonly entry: string
  readonly args?: readonly string[]
  /** The folder of emitted code that the entry imports as `generated-orders`, relative to the repo's root. */
  readonly generated?: string
  /** Beside PATH and the like, which it always gets. */
  readonly env?: Readonly<Record<string, string>>
}

export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface TestChild {
  readonly pid: number
  /** What it printed on stdout so far: one JSON value a line. Lines that are no JSON are in `output`. */
  readonly messages: readonly unknown[]
  /** Everything else that it printed, for the message of a failing test. */
  readonly output: string
  /** The first message, now or later, that `matches`. Rejects when the process ends first, or at the deadline. */
  waitForMessage<Message>(
    matches: (message: unknown) => message is Message,
    options?: { readonly deadlineMs?: number },
  ): Promise<Message>
  /** Writes one line of JSON to its stdin. */
  send(message: unknown): void
  /** SIGKILL by default. Resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<ChildExit>
  readonly exited: Promise<ChildExit>
}

/**
 * Starts a process that runs a TypeScript file. It is gone at the end of the test, and when the test process dies.
 * To be called in a test, not in a hook.
 */
export async function startChild({ entry, args = [], env = {}, generated }: ChildOptions): Promise<TestChild> {
  const script = await bundleEntry(entry, generated)
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...process.env, ...env },
    // The fourth is the tie: see `bundleEntry`.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const exited = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]): ChildExit => ({ code, signal }),
  )
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<ChildExit> => {
    child.kill(signal)
    return exited
  }
  onTestFinished(() => void kill())
  // A child that has ended takes no more lines.
  child.stdin.on('error', () => {})
  const record = recordOutput(child)
  return {
    pid: child.pid ?? 0,
    messages: record.messages,
    get output() {
      return record.output
    },
    waitForMessage: (matches, { deadlineMs = 15_000 } = {}) => messageOf({ child, record, matches, deadlineMs, entry }),
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    kill,
    exited,
  }
}

interface OutputRecord {
  readonly messages: unknown[]
  output: string
}

function recordOutput(child: ChildProcess): OutputRecord {
  const record: OutputRecord = { messages: [], output: '' }
  if (child.stdout === null || child.stderr === null) return record
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      record.messages.push(JSON.parse(line))
    } catch {
      record.output += `${line}\n`
    }
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    record.output += text
  })
  return record
}

interface MessageWait<Message> {
  readonly child: ChildProcess
  readonly record: OutputRecord
  readonly matches: (message: unknown) => message is Message
  readonly deadlineMs: number
  readonly entry: string
}

async function messageOf<Message>(wait: MessageWait<Message>): Promise<Message> {
  const { child, record, matches, deadlineMs, entry } = wait
  const found = await waitFor(
    () => {
      const message = record.messages.find(matches)
      if (message !== undefined) return { message }
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      return hasEnded && { ended: `code ${child.exitCode}, signal ${child.signalCode}` }
    },
    { what: `a message of ${entry}`, deadlineMs },
  )
  if ('message' in found) return found.message
  throw new Error(`${entry} ended (${found.ended}) before the message came; it printed:\n${record.output}`)
}
