import type { CodeRule } from '../code-rule.js'
import { acknowledges } from './acknowledges.js'
import { callsOutside } from './calls-outside.js'
import { controlsTransaction } from './controls-transaction.js'
import { keyIsVolatile } from './key-is-volatile.js'
import { queryNotAwaited } from './query-not-awaited.js'
import { swallowsError } from './swallows-error.js'
import { updateIsRelative } from './update-is-relative.js'
import { usesConnection } from './uses-connection.js'

/** Every rule about the code of handlers, in the order of the documentation. */
export const codeRules: readonly CodeRule[] = [
  usesConnection,
  queryNotAwaited,
  swallowsError,
  controlsTransaction,
  acknowledges,
  callsOutside,
  updateIsRelative,
  keyIsVolatile,
]
