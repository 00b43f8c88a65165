import type { Severity } from '../../model/finding.js'
import { nameWords } from '../../model/words.js'
import { formatOf } from '../field-schemas.js'
import { type KeyField, keyFieldsOf } from '../key-fields-of.js'
import type { Rule } from '../rule.js'

export const keyIsSensitive: Rule = {
  name: 'key-is-sensitive',
  topic: 'key',
  severity: 'error',
  summary: 'a field of the business key must not be seen by others',
  why: `A business key is readable on purpose: it stands in a header of every message, in a column of the database, in
logs and in metrics, and stays there for as long as keys are remembered. What is secret or personal would stand there
with it, also after the person has asked for it to be deleted.`,
  wrong: `
sensitive: [email]
businessKey: [orderId, email]
consumers: { coupons: { failureBody: none } }`,
  right: `
sensitive: [email]
businessKey: [orderId, userId]
consumers: { coupons: { failureBody: none } }`,
  check: (design) =>
    design.messages.flatMap((message) =>
      keyFieldsOf(design, message).flatMap((field) => {
        const hint = 'choose an id that says nothing by itself, that of the user or of the order'
        const isDeclared = field.expression.in === 'payload' && message.contract.sensitive.some(contains(field))
        if (isDeclared) return { message: `"${field.text}" is sensitive, and a key is logged`, hint, at: field.place }
        const severity = severityOf(field)
        if (severity === undefined) return []
        const what = severity === 'info' ? 'personal' : 'secret'
        return {
          message: `"${field.text}" is ${what} by its name, and a key is logged`,
          hint,
          at: field.place,
          severity,
        }
      }),
    ),
}

/** Whether what is sensitive holds the field, or is held by it. */
function contains({ expression }: KeyField): (sensitive: readonly string[]) => boolean {
  return (sensitive) => sensitive.every((name, i) => name === expression.path[i])
}

/** By the name alone; `info` for what many keys have and some documents have to avoid. */
function severityOf(field: KeyField): Severity | undefined {
  const words = nameWords(field.expression.path.at(-1) ?? '')
  const phrase = words.join(' ')
  const isSecret = secretWords.has(words.at(-1) ?? '') || secretPhrases.some((secret) => phrase.endsWith(secret))
  if (isSecret) return 'warning'
  const isPersonal = personalPhrases.has(phrase) || formatOf(field) === 'email' || formatOf(field) === 'idn-email'
  return isPersonal ? 'info' : undefined
}

const secretWords: ReadonlySet<string> = new Set(
  'password passwd passphrase secret ssn cvv cvc iban pan credential credentials'.split(' '),
)
const secretPhrases: readonly string[] = [
  'card number',
  'social security number',
  'passport number',
  'access token',
  'refresh token',
  'api key',
  'private key',
]
const personalPhrases: ReadonlySet<string> = new Set(
  'email|e mail|email address|user email|customer email|phone|phone number|mobile number|msisdn|full name'.split('|'),
)
