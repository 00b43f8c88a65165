// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { credentials, type SocketOptions } from 'amqplib'
import { ConfigurationError } from '../errors.js'
import type { ConnectBrokerOptions } from '../types.js'

const DEFAULT_HEARTBEAT_S = 10

/** Where a link connects to. */
export interface LinkAddress {
  /** Without user and password. */
  readonly url: string
  /** The same without the rest that nobody wants to read. */
  readonly shown: string
  readonly user: string
  readonly vhost: string
  /** For amqplib, which reads other letters than ASCII wrongly from a URL. */
  readonly credentials: NonNullable<SocketOptions['credentials']>
}

/** The addresses of the options, checked. Throws `ConfigurationError`, whose message never holds a password. */
export function linkAddresses(options: ConnectBrokerOptions): readonly LinkAddress[] {
  const urls = options.urls ?? [options.url]
  if (urls.length === 0) throw new ConfigurationError('amqp-url-missing', `AMQP urls is empty: ${HOW_TO}`)
  return urls.map((url) => linkAddress(url, options.heartbeat))
}

const HOW_TO = 'set it to amqp://user:password@host:5672/vhost, for instance from process.env.AMQP_URL'

function linkAddress(text: string | undefined, heartbeat: number | undefined): LinkAddress {
  if (text === undefined || text.trim() === '') {
    throw new ConfigurationError('amqp-url-missing', `AMQP url is ${text === undefined ? text : 'empty'}: ${HOW_TO}`)
  }
  const url = parse(text)
  if (url.protocol !== 'amqp:' && url.protocol !== 'amqps:') {
    throw new ConfigurationError('amqp-url-invalid', `AMQP url starts with ${url.protocol}//: ${HOW_TO}`)
  }
  if (url.hostname === '') throw new ConfigurationError('amqp-url-invalid', `AMQP url names no host: ${HOW_TO}`)
  if (heartbeat !== undefined || !url.searchParams.has('heartbeat')) {
    url.searchParams.set('heartbeat', String(heartbeat ?? DEFAULT_HEARTBEAT_S))
  }
  const [user, password] = loginOf(url)
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    shown: `${url.protocol}//${url.host}${url.pathname}`,
    user,
    vhost: decodeURIComponent(url.pathname.slice(1)) || '/',
    credentials: credentials.plain(user, password),
  }
}

/** RabbitMQ's own default, as in every AMQP client, where the URL names neither user nor password. */
function loginOf({ username, password }: URL): readonly [string, string] {
  if (username === '' && password === '') return ['guest', 'guest']
  return [decodeURIComponent(username), decodeURIComponent(password)]
}

/** Node's own error for an invalid URL carries the whole text, password included: it is not kept as the cause. */
function parse(text: string): URL {
  try {
    const url = new URL(text)
    decodeURIComponent(`${url.username}:${url.password}${url.pathname}`)
    return url
  } catch {
    throw new ConfigurationError(
      'amqp-url-invalid',
      `AMQP url is not a URL: ${HOW_TO}; a password with / or # or % needs percent-encoding`,
    )
  }
}
