// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import type { Logger, Observe } from '../types.js'

/** What a metric throws, or rejects with, must not decide over a message. */
export function harmlessObserve(observe: Observe | undefined, log: Logger): Observe {
  if (observe === undefined) return () => {}
  return (event) =>
    attempt(
      () => observe(event),
      (error) => log.error({ error, event: event.kind }, '`observe` threw'),
    )
}

/** A logger that throws, by a full disk for instance, must not either; there is nowhere left to tell it. */
export function harmlessLogger(log: Logger): Logger {
  return {
    info: (fields, message) =>
      attempt(
        () => log.info(fields, message),
        () => {},
      ),
    warn: (fields, message) =>
      attempt(
        () => log.warn(fields, message),
        () => {},
      ),
    error: (fields, message) =>
      attempt(
        () => log.error(fields, message),
        () => {},
      ),
  }
}

/** An async function fits where nothing is to be returned; what it rejects with would end the process. */
function attempt(call: () => unknown, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onError)
  } catch (error) {
    onError(error)
  }
}
