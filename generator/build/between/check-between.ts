import type { Finding } from '../../model/finding.js'
import type { BuiltSpec } from './built-spec.js'
import { differingExchanges } from './differing-exchanges.js'
import { differingKeys } from './differing-keys.js'
import { sharedGroups } from './shared-groups.js'
import { sharedQueues } from './shared-queues.js'

/**
 * What is wrong between documents that are generated from together, as it would be in one: they share a broker and the
 * records of the database. Two that describe the same event, one to send and one to receive it, are fine.
 */
export function checkBetween(specs: readonly BuiltSpec[]): readonly Finding[] {
  if (specs.length < 2) return []
  return [sharedQueues, sharedGroups, differingExchanges, differingKeys].flatMap((check) => check(specs))
}
