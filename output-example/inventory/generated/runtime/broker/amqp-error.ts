// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/** The AMQP reply code of a channel or connection that the server closed; undefined for any other error. */
export function replyCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'number' ? error.code : undefined
}

/** The server's own words, for a person to read: never to be branched on, since they change between versions. */
export function replyText(error: unknown): string {
  const message = errorText(error)
  const quoted = /with message "(.*)"$/s.exec(message)?.[1] ?? message
  return quoted.replace(/^[A-Z_]+ - /, '')
}

/** What an error says. Node's error for a host with several addresses has an empty message and the reasons inside. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorText).join('; ')
  return error instanceof Error ? error.message : String(error)
}
