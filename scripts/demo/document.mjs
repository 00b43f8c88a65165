import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/root.mjs'

/** Short, so that the retries are over while one looks on. */
const DELAYS_MS = [300, 1_000]

/**
 * @typedef {object} DemoDocument
 * @property {string} text specs/orders.yaml with names of the demo's own, so that it touches nothing else on the broker
 * @property {string} exchange
 * @property {readonly string[]} queues everything that its consumers declare
 */

/**
 * @param {string} prefix of all names
 * @returns {DemoDocument}
 */
export function demoDocument(prefix) {
  const exchange = `${prefix}.exchange`
  /** @type {readonly (readonly [string, string])[]} */
  const changes = [
    ['name: order.event.exchange', `name: ${exchange}`],
    ['queue: queue.marketing', `queue: ${prefix}.marketing`],
    ['queue: queue.loyalty', `queue: ${prefix}.loyalty`],
    ['handlerTimeout: 5s', `handlerTimeout: 5s\n          queue: ${prefix}.notification`],
    ['delays: [1s, 10s, 1m, 10m]', `delays: [${DELAYS_MS.map((delay) => `${delay}ms`).join(', ')}]`],
  ]
  const text = changes.reduce(change, readFileSync(join(root, 'specs', 'orders.yaml'), 'utf8'))
  const suffixes = ['', '.dead', ...DELAYS_MS.map((delay) => `.retry.${delay}`)]
  const groups = ['marketing', 'loyalty', 'notification']
  const queues = groups.flatMap((group) => suffixes.map((suffix) => `${prefix}.${group}${suffix}`))
  return { text, exchange, queues }
}

/**
 * @param {string} text
 * @param {readonly [string, string]} change what stands there, and what is to
 */
function change(text, [find, replace]) {
  // Left as it was, the name would be one that somebody else may use.
  if (!text.includes(find)) throw new Error(`specs/orders.yaml no longer contains ${find}: change it here too`)
  return text.replace(find, () => replace)
}
