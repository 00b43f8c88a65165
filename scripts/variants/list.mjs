import { brokerVariants } from './broker.mjs'
import { consumerVariants } from './consumer.mjs'

/**
 * @typedef {object} Variant
 * @property {string} name what is broken
 * @property {readonly { readonly file: string, readonly find: string, readonly replace: string }[]} patches in templates/runtime; `find` must stand there once
 * @property {{ readonly file: string, readonly name: string }} test the one that has to fail
 */

/** @type {readonly Variant[]} */
export const variants = [...consumerVariants, ...brokerVariants]
