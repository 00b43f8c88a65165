import type { Rule } from '../rule.js'
import { bindingMatchesNothing } from './binding-matches-nothing.js'
import { bindingMatchesOthers } from './binding-matches-others.js'
import { businessErrorNotKept } from './business-error-not-kept.js'
import { cacheLosesEvents } from './cache-loses-events.js'
import { delaysDecrease } from './delays-decrease.js'
import { errorDefaultUnstated } from './error-default-unstated.js'
import { errorsNotToldApart } from './errors-not-told-apart.js'
import { errorsUndeclared } from './errors-undeclared.js'
import { eventOnTwoQueues } from './event-on-two-queues.js'
import { exchangeNotDurable } from './exchange-not-durable.js'
import { groupMisspelled } from './group-misspelled.js'
import { groupNamedLikeQueue } from './group-named-like-queue.js'
import { groupOfSeveralReceivers } from './group-of-several-receivers.js'
import { handlerOutlastsLimits } from './handler-outlasts-limits.js'
import { keyDiffers } from './key-differs.js'
import { keyIsSensitive } from './key-is-sensitive.js'
import { keyIsTooCoarse } from './key-is-too-coarse.js'
import { keyIsTooFine } from './key-is-too-fine.js'
import { keyIsUnbounded } from './key-is-unbounded.js'
import { keyIsVolatile } from './key-is-volatile.js'
import { keyMayBeRounded } from './key-may-be-rounded.js'
import { keyNamesSending } from './key-names-sending.js'
import { keyOrderDiffers } from './key-order-differs.js'
import { messageTransient } from './message-transient.js'
import { nameHasPlaceholder } from './name-has-placeholder.js'
import { orderNotKept } from './order-not-kept.js'
import { orderWaitsTooLong } from './order-waits-too-long.js'
import { parameterUndeclared } from './parameter-undeclared.js'
import { prefetchBelowConcurrency } from './prefetch-below-concurrency.js'
import { prefetchOutlastsLimits } from './prefetch-outlasts-limits.js'
import { prefetchTooHigh } from './prefetch-too-high.js'
import { queueIsClassic } from './queue-is-classic.js'
import { queueIsTransient } from './queue-is-transient.js'
import { queueUnguarded } from './queue-unguarded.js'
import { retentionTooShort } from './retention-too-short.js'
import { retentionUnstated } from './retention-unstated.js'
import { retryOnce } from './retry-once.js'
import { wordNotRead } from './word-not-read.js'

/** Every rule of lint, in the order of the documentation. */
export const rules: readonly Rule[] = [
  keyIsVolatile,
  keyNamesSending,
  keyIsTooCoarse,
  keyIsTooFine,
  keyMayBeRounded,
  keyIsSensitive,
  keyDiffers,
  keyOrderDiffers,
  keyIsUnbounded,
  groupOfSeveralReceivers,
  eventOnTwoQueues,
  bindingMatchesNothing,
  bindingMatchesOthers,
  groupMisspelled,
  groupNamedLikeQueue,
  nameHasPlaceholder,
  handlerOutlastsLimits,
  prefetchOutlastsLimits,
  prefetchTooHigh,
  prefetchBelowConcurrency,
  orderNotKept,
  orderWaitsTooLong,
  retentionTooShort,
  retentionUnstated,
  retryOnce,
  delaysDecrease,
  errorsUndeclared,
  errorDefaultUnstated,
  errorsNotToldApart,
  businessErrorNotKept,
  messageTransient,
  exchangeNotDurable,
  queueIsTransient,
  queueIsClassic,
  queueUnguarded,
  cacheLosesEvents,
  parameterUndeclared,
  wordNotRead,
]
