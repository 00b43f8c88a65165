/**
 * Gives the bytes of a document of the web, or says why there are none: `message` goes on behind the reference in
 * quotes. Never rejects.
 */
export type ReadUrl = (url: string) => Promise<UrlContent>

export type UrlContent =
  | { readonly bytes: Uint8Array }
  | { readonly fault: { readonly message: string; readonly hint: string } }

/** For a whole document, its redirects included. */
const timeoutMs = 10_000
/** Schemas take kilobytes; what is larger is something else, or meant to fill the memory. */
const mostBytes = 5_000_000
const mostRedirects = 5

/**
 * Fetches documents by their URL, each once, whatever refers to it. Follows redirects that keep the protocol: from
 * https to http anybody on the way could change what is generated.
 */
export function urlReader(
  options: {
    /** Default: Node's own. */
    readonly fetch?: typeof fetch
    readonly timeoutMs?: number
    readonly mostBytes?: number
  } = {},
): ReadUrl {
  const limits: Limits = { fetch, timeoutMs, mostBytes, ...options }
  const known = new Map<string, Promise<UrlContent>>()
  return (url) => {
    const content = known.get(url) ?? read(url, limits)
    known.set(url, content)
    return content
  }
}

interface Limits {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly mostBytes: number
}

async function read(url: string, limits: Limits): Promise<UrlContent> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await follow(new URL(url), { ...limits, signal, redirects: 0 })
  } catch (error) {
    if (signal.aborted) return fault(`did not answer within ${limits.timeoutMs / 1000} seconds`)
    return fault(`cannot be fetched: ${reasonOf(error)}`)
  }
}

interface Request extends Limits {
  readonly signal: AbortSignal
  readonly redirects: number
}

async function follow(url: URL, request: Request): Promise<UrlContent> {
  const { signal, redirects } = request
  const response = await request.fetch(url.href, { signal, redirect: 'manual', headers: { 'user-agent': 'idemgen' } })
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel()
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined
    if (next?.protocol !== url.protocol) {
      return fault(
        `is redirected to ${JSON.stringify(location)}, which is no ${url.protocol.slice(0, -1)}`,
        'refer to where it really is',
      )
    }
    if (redirects === mostRedirects) return fault(`is redirected more than ${mostRedirects} times`)
    return follow(next, { ...request, redirects: redirects + 1 })
  }
  if (response.status !== 200) {
    await response.body?.cancel()
    return fault(`is answered with status ${response.status}`)
  }
  return readBody(response, request)
}

/** Stops reading at the limit, whatever the headers promised. */
async function readBody(response: Response, { mostBytes }: Limits): Promise<UrlContent> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) return fault(`holds more than ${mostBytes / 1_000_000} MB`, 'refer to a document of its own')
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks) }
}

function fault(
  message: string,
  hint = 'correct the URL, or keep a copy beside the document and refer to it',
): UrlContent {
  return { fault: { message, hint } }
}

/** Fetch says "fetch failed" and why in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return cause.message === '' ? code : cause.message
}
