import { fileURLToPath } from 'node:url'
import { checkHandlers } from '../../generator/handlers/check-handlers.js'
import type { Service } from '../../generator/handlers/service.js'

export const casesFolder = fileURLToPath(new URL('cases/', import.meta.url))

const billing = { group: 'billing', strategy: 'transaction' }
const mailing = { group: 'mailing', strategy: 'lease' }

/** What cases are handlers of: a group that writes in a transaction, and one that holds a lease. */
export const service: Service = {
  starts: new Map([
    ['startBilling', billing],
    ['startMailing', mailing],
  ]),
  handlers: new Map([
    ['BillingHandlers', billing],
    ['MailingHandlers', mailing],
  ]),
  keyFields: new Map([['orderShipped', ['orderId']]]),
}

/** What is found in the files of a pattern, in the order of their lines: `file:line:col severity rule message`. */
export function judgeHandlers(pattern: string, cwd = casesFolder): readonly string[] {
  const { findings } = checkHandlers(pattern, { service, cwd })
  return findings
    .map(({ at, ...finding }) => ({ ...finding, at: 'line' in at ? at : { file: '', line: 0, column: 0 } }))
    .toSorted((left, right) => left.at.line - right.at.line || left.at.column - right.at.column)
    .map(({ at, severity, rule, message, hint }) => {
      return `${at.file}:${at.line}:${at.column} ${severity} ${rule} ${message}\n  ${hint}\n`
    })
}
