import { type CallExpression, Node } from 'ts-morph'
import { calledName, calleeText, chainOf, nameOf } from '../called.js'
import type { CodeRule } from '../code-rule.js'
import { declarationsOf, isOwnCode } from '../declarations.js'
import { isOfTransaction } from '../of-transaction.js'
import { packageOf } from '../package-of.js'

export const callsOutside: CodeRule = {
  rule: 'handler-calls-outside',
  check: (code) =>
    code.handler.group?.strategy !== 'transaction'
      ? []
      : code.node.getDescendants().flatMap((node) => {
          if (!Node.isCallExpression(node) || isOfTransaction(node, code) || !isOutside(node)) return []
          return [
            {
              node,
              message: `"${calleeText(node)}" acts outside the transaction, which may yet be rolled back and run again`,
              hint: 'take "strategy: lease" for this group, or write what is to be sent into a table and send it from there',
            },
          ]
        }),
}

function isOutside(call: CallExpression): boolean {
  const name = calledName(call) ?? ''
  const chain = chainOf(call.getExpression())
  // Only the innermost call of a chain: fetch(url).then(…).
  if (chain.some((each) => Node.isCallExpression(each) && isOutside(each))) return false
  const root = chain.at(-1)
  if (root === undefined) return false
  if (name === 'sendMail') return true
  if (chain.length === 1) return isRequestFunction(root)
  if (nameOf(root) === 'globalThis' && name === 'fetch') return true
  const from = [...chain]
    .slice(1)
    .map((each) => packageOf(each))
    .find((each) => each !== undefined)
  if (from === undefined) return chain.slice(1).some((each) => clients.test(nameOf(each) ?? '')) && isWaitedFor(call)
  if (requesters.has(from)) return requests.has(name)
  return sdks.test(from) && isWaitedFor(call)
}

/** `fetch(…)`, `axios(…)`, `got(…)`: the global, or a function of a package. */
function isRequestFunction(callee: Node): boolean {
  const from = packageOf(callee)
  if (from !== undefined) return requesters.has(from) && !/^(?:create|is)/.test(callee.getText())
  return callee.getText() === 'fetch' && !declarationsOf(callee).some(isOwnCode)
}

/** Clients are also made and asked for things that send nothing. */
function isWaitedFor(call: CallExpression): boolean {
  const parent = call.getParent()
  if (parent === undefined) return false
  if (Node.isPropertyAccessExpression(parent)) return /^(?:then|catch|finally|promise)$/.test(parent.getName())
  return (
    Node.isAwaitExpression(parent) ||
    Node.isReturnStatement(parent) ||
    Node.isExpressionStatement(parent) ||
    Node.isVoidExpression(parent) ||
    Node.isArrowFunction(parent)
  )
}

/** Names of clients whose package cannot be seen. */
const clients =
  /^(?:axios|stripe|twilio|sendgrid|sgMail|mailgun|mailer|smtp|s3|sns|sqs|ses|openai|slack|httpClient|paypal)$/i

const requesters: ReadonlySet<string> = new Set(
  'axios got ky node-fetch cross-fetch undici superagent request request-promise needle phin wretch ofetch http https http2'.split(
    ' ',
  ),
)

const requests: ReadonlySet<string> = new Set(
  'get post put patch delete del head options request fetch stream send json text extend'.split(' '),
)

const sdks =
  /^(?:stripe|twilio|nodemailer|mailgun\.js|openai|firebase-admin|kafkajs|postmark|resend|braintree|aws-sdk|algoliasearch|node-mailjet|@(?:aws-sdk|sendgrid|google-cloud|azure|slack|octokit|elastic|paypal|mollie|adyen|anthropic-ai)\/.+)$/
