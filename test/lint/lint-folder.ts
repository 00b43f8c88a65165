import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { lint } from '../../generator/commands/lint.js'
import { readLintOptions } from '../../generator/commands/lint-options.js'

const root = fs.mkdtempSync(join(tmpdir(), 'idemgen-lint-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

/** A folder to lint in, in this process. */
export function lintFolder(texts: Readonly<Record<string, string>>) {
  const path = fs.mkdtempSync(join(root, 'folder-'))
  const folder = {
    path,
    read: (name: string) => fs.readFileSync(join(path, name), 'utf8'),
    write(files: Readonly<Record<string, string>>) {
      for (const [name, text] of Object.entries(files)) {
        fs.mkdirSync(dirname(join(path, name)), { recursive: true })
        fs.writeFileSync(join(path, name), text)
      }
    },
    lint: (names: readonly string[], options: Readonly<Record<string, string | boolean>> = {}) =>
      lint(readLintOptions({ positionals: names, options: { cache: false, ...options } }), {
        cwd: path,
        color: false,
        now: () => new Date(0),
        progress() {},
      }),
    /** `line rule` of each finding. */
    async rules(names: readonly string[], options: Readonly<Record<string, string | boolean>> = {}) {
      const { stdout } = await folder.lint(names, { format: 'json', ...options })
      const findings: readonly { line: number; rule: string }[] = JSON.parse(stdout)
      return findings.map(({ line, rule }) => `${line} ${rule}`)
    },
  }
  folder.write({ 'package.json': '{}', ...texts })
  return folder
}

/** A document whose key holds a time: line 14 is the key. `above` and `beside` are written at it, `inside` in its channel. */
export function volatileKey(
  parts: { readonly above?: string; readonly beside?: string; readonly inside?: string } = {},
) {
  const { above, beside, inside } = parts
  return `asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
channels:
  orderPaid:
    address: order.paid
${inside === undefined ? '' : `    ${inside}\n`}    messages:
      OrderPaid:
        payload:
          type: object
          required: [orderId, sentAt]
          properties: { orderId: { type: string, maxLength: 50 }, sentAt: { type: string, maxLength: 50 } }
    bindings: { amqp: { is: routingKey, exchange: { name: orders, type: topic } } }
    x-idempotency:
${above === undefined ? '' : `      ${above}\n`}      businessKey: [orderId, sentAt]${beside === undefined ? '' : ` ${beside}`}
      consumerGroup: billing
      errorClasses: { business: [CardExpired] }
`
}
