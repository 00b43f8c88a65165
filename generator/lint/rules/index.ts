import type { Rule } from '../rule.js'
import { keyIsVolatile } from './key-is-volatile.js'

/** Every rule of lint, in the order of the documentation. */
export const rules: readonly Rule[] = [keyIsVolatile]
