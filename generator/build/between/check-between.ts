import type { Finding } from '../../model/finding.js'
import type { BuiltSpec } from './built-spec.js'
import { exchangeFaults } from './exchange-faults.js'
import { groupFaults } from './group-faults.js'
import { keyFaults } from './key-faults.js'
import { queueFaults } from './queue-faults.js'

/**
 * What is wrong between documents that are generated from together, as it would be in one: they share a broker and the
 * records of the database. Two that describe the same event, one to send and one to receive it, are fine.
 */
export function checkBetween(specs: readonly BuiltSpec[]): readonly Finding[] {
  if (specs.length < 2) return []
  return [queueFaults, groupFaults, exchangeFaults, keyFaults].flatMap((check) => check(specs))
}
