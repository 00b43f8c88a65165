// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { ConfigurationError } from '../errors.js'

/**
 * Writes a body as the spec's content encoding says. Synchronous, so that two publishes in a row stay in their order.
 * Throws `ConfigurationError` for an encoding that consumers could not read.
 */
export function contentEncoder(encoding: string | undefined): (text: string) => Buffer {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
    // The charset, which some documents name here.
    case 'utf-8':
    case 'utf8':
      return (text) => Buffer.from(text)
    case 'gzip':
    case 'x-gzip':
      return (text) => gzipSync(text)
    case 'deflate':
      return (text) => deflateSync(text)
    case 'br':
      return (text) => brotliCompressSync(text)
    default:
      throw new ConfigurationError(
        'content-encoding-unknown',
        `the content encoding ${JSON.stringify(encoding)} of the spec is not one of identity, gzip, deflate, br`,
      )
  }
}
