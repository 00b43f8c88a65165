import { bindingVariants } from './bindings.mjs'
import { connectionVariants } from './connection.mjs'
import { consumerVariants } from './consumer.mjs'
import { faultVariants } from './consumer-faults.mjs'
import { lifecycleVariants } from './consumer-lifecycle.mjs'
import { publisherVariants } from './publisher.mjs'
import { replayVariants } from './replay.mjs'
import { senderVariants } from './sender.mjs'
import { subscriptionVariants } from './subscription.mjs'
import { topologyVariants } from './topology.mjs'

/**
 * @typedef {object} Variant
 * @property {string} name what is broken
 * @property {readonly Patch[]} patches
 * @property {{ readonly file: string, readonly name: string }} test the one that has to fail
 */

/**
 * @typedef {object} Patch
 * @property {string} file in templates/runtime
 * @property {string} find must stand there once, after the patches before it
 * @property {string} replace
 */

/** @type {readonly Variant[]} */
export const variants = [
  ...consumerVariants,
  ...faultVariants,
  ...lifecycleVariants,
  ...replayVariants,
  ...connectionVariants,
  ...topologyVariants,
  ...subscriptionVariants,
  ...senderVariants,
  ...publisherVariants,
  ...bindingVariants,
]
