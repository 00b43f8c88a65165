// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { InvalidMessageError } from '../errors.js'
import { roundedIntegerAt } from './rounded-integer.js'

export interface Body {
  readonly content: Buffer
  /** AMQP properties, as they came. */
  readonly contentType: unknown
  readonly contentEncoding: unknown
  /** What an absent content encoding means. */
  readonly usualEncoding: string | undefined
}

/** RabbitMQ's default limit for a message: what is longer once decompressed is a bomb. */
const longestBody = 16 * 2 ** 20

/**
 * The JSON value of a message body. Throws `InvalidMessageError` with one of the codes `content-encoding-unknown`,
 * `body-not-decompressible`, `body-too-large`, `charset-unknown`, `body-not-utf8`, `body-empty`,
 * `body-not-json` and `integer-not-exact`.
 */
export function readBody({ content, contentType, contentEncoding, usualEncoding }: Body): unknown {
  requireUtf8(contentType)
  const encoding = nonEmpty(contentEncoding) ?? nonEmpty(usualEncoding) ?? 'identity'
  return parseJson(decodeUtf8(decompress(content, encoding)))
}

function nonEmpty(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? text : undefined
}

const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i
/** The names of UTF-8, and of what is a part of it. */
const utf8Names: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii']

/** The media type itself is not judged: clients that were told nothing send JSON as bytes or text. */
function requireUtf8(contentType: unknown): void {
  const name = charset.exec(nonEmpty(contentType) ?? '')?.[1] ?? 'utf-8'
  if (utf8Names.includes(name.toLowerCase())) return
  throw new InvalidMessageError('charset-unknown', `the body is in the charset ${name}: only UTF-8 is read`)
}

function decompress(content: Buffer, encoding: string): Buffer {
  const decoder = decoderFor(encoding, content)
  try {
    return decoder(content)
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new InvalidMessageError('body-too-large', `the body is over ${longestBody} bytes when decompressed`)
    }
    throw new InvalidMessageError('body-not-decompressible', `the body is not ${encoding}, as its encoding says`)
  }
}

const bounded = { maxOutputLength: longestBody }

function decoderFor(encoding: string, content: Buffer): (bytes: Buffer) => Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    // Python's clients put the charset here.
    case 'utf-8':
    case 'utf8':
      return (bytes) => bytes
    case 'gzip':
    case 'x-gzip':
      return (bytes) => gunzipSync(bytes, bounded)
    case 'deflate':
      return (bytes) => (hasZlibHeader(content) ? inflateSync(bytes, bounded) : inflateRawSync(bytes, bounded))
    case 'br':
      return (bytes) => brotliDecompressSync(bytes, bounded)
    default:
      throw new InvalidMessageError(
        'content-encoding-unknown',
        `the content encoding ${JSON.stringify(encoding)} is not one of identity, gzip, deflate, br`,
      )
  }
}

/** `deflate` means a zlib stream, but .NET's `DeflateStream` writes a bare one. RFC 1950 has the check. */
function hasZlibHeader(content: Buffer): boolean {
  const [method = 0, flags = 0] = content
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Takes a byte order mark away. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new InvalidMessageError('body-not-utf8', 'the body is not UTF-8')
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw new InvalidMessageError('body-empty', 'the body is empty')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InvalidMessageError('body-not-json', `the body is not JSON${positionIn(error)}`)
  }
  requireExact(text)
  return value
}

/** A handler would act on another number than was sent, and two different payloads would have one fingerprint. */
function requireExact(text: string): void {
  const position = roundedIntegerAt(text)
  if (position === undefined) return
  const message = `the integer at position ${position} of the body has more digits than JavaScript keeps: send it as a string`
  throw new InvalidMessageError('integer-not-exact', message)
}

/** JSON.parse quotes the text around the fault, which may be anybody's data; only the place is taken over. */
function positionIn(error: unknown): string {
  return (error instanceof Error ? /\bat position \d+/.exec(error.message)?.[0] : undefined)?.replace(/^/, ' ') ?? ''
}
