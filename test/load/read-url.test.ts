import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../generator/load/load-document.js'
import { urlReader } from '../../generator/load/read-url.js'
import { lineOf } from './load-texts.js'
import { redirect, startWebServer } from './web-server.js'

const text = (content: Awaited<ReturnType<ReturnType<typeof urlReader>>>) =>
  'bytes' in content ? new TextDecoder().decode(content.bytes) : content.fault.message

describe('a document of the web', () => {
  it('is fetched once, whoever refers to it', async () => {
    const server = await startWebServer({ '/a.yaml': 'type: object\n' })
    const read = urlReader()
    const both = await Promise.all([read(`${server.url}/a.yaml`), read(`${server.url}/a.yaml`)])
    expect(both.map(text)).toEqual(['type: object\n', 'type: object\n'])
    expect(text(await read(`${server.url}/a.yaml`))).toBe('type: object\n')
    expect(server.asked).toEqual(['/a.yaml'])
  })

  it('is found behind redirects that keep the protocol', async () => {
    const server = await startWebServer({ '/a': redirect('/b/c'), '/b/c': redirect('d'), '/b/d': 'x' })
    expect(text(await urlReader()(`${server.url}/a`))).toBe('x')
    expect(server.asked).toEqual(['/a', '/b/c', '/b/d'])
  })

  it.each([
    ['https://example.com/a', 'is redirected to "https://example.com/a", which is no http'],
    ['file:///etc/passwd', 'is redirected to "file:///etc/passwd", which is no http'],
    ['http://', 'is redirected to "http://", which is no http'],
    ['/a', 'is redirected more than 5 times'],
  ])('is not sought behind a redirect to %s', async (location, message) => {
    const server = await startWebServer({ '/a': redirect(location) })
    expect(text(await urlReader()(`${server.url}/a`))).toBe(message)
  })

  it('that is not there is answered with why', async () => {
    const server = await startWebServer({})
    expect(text(await urlReader()(`${server.url}/a`))).toBe('is answered with status 404')
    await server.close()
    expect(text(await urlReader()(`${server.url}/a`))).toMatch(/^cannot be fetched: .*ECONNREFUSED/)
  })

  it('that is too large is not read to its end', async () => {
    const server = await startWebServer({
      // Without a length, and without an end.
      '/a': (_, response) => {
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
        }
        response.on('drain', write)
        write()
      },
    })
    expect(text(await urlReader({ mostBytes: 1_000_000 })(`${server.url}/a`))).toBe('holds more than 1 MB')
  })

  it.each([
    ['never answers', () => {}],
    ['never ends', (_: unknown, response: { write: (text: string) => void }) => response.write('a: ')],
  ] as const)('from a server that %s is given up', async (_, answer) => {
    const server = await startWebServer({ '/a': answer })
    expect(text(await urlReader({ timeoutMs: 100 })(`${server.url}/a`))).toBe('did not answer within 0.1 seconds')
  })
})

describe('references to the web', () => {
  const start = 'asyncapi: 3.0.0\ninfo: {title: t, version: "1"}\n'
  const load = async (spec: string, texts: Readonly<Record<string, string>> = {}) => {
    const readFile = async (path: string) => {
      const found = { '/project/spec.yaml': start + spec, ...texts }[path]
      if (found === undefined) throw Object.assign(new Error(), { code: 'ENOENT' })
      return new TextEncoder().encode(found)
    }
    const { document, findings } = await loadDocument({
      path: 'spec.yaml',
      cwd: '/project',
      readFile,
      readUrl: urlReader(),
    })
    return { files: [...(document?.files.keys() ?? [])], lines: findings.map((one) => lineOf(one, document)), document }
  }

  it('lead from document to document, each relative to its own, and in circles', async () => {
    const server = await startWebServer({
      '/parts/a.yaml': 'A: {$ref: "b.json#/B"}\n',
      '/parts/b.json': '{"B": {"up": {"$ref": "../c?v=2#/x~1y"}, "again": {"$ref": "a.yaml#/A"}}}',
      '/c?v=2': 'x/y: {self: {$ref: "#/x~1y"}}\n',
    })
    const { files, lines, document } = await load(`x-a: {$ref: "${server.url}/parts/a.yaml#/A"}\n`)
    expect(lines).toEqual([])
    expect(files).toEqual(['', `${server.url}/parts/a.yaml`, `${server.url}/parts/b.json`, `${server.url}/c?v=2`])
    expect(document?.files.get(`${server.url}/c?v=2`)?.path).toBe(`${server.url}/c?v=2`)
  })

  it('never lead back to the disk', async () => {
    const server = await startWebServer({
      '/a.yaml':
        'a: {$ref: "/project/secret.yaml"}\nb: {$ref: "file:///project/secret.yaml"}\nc: {$ref: "../../project/secret.yaml"}\n',
    })
    const { files, lines } = await load(`x-a: {$ref: "${server.url}/a.yaml"}\n`, { '/project/secret.yaml': 'a: 1' })
    expect(files).toEqual(['', `${server.url}/a.yaml`])
    expect(lines).toEqual([
      `${server.url}/a.yaml:1:5 error ref-remote ${server.url}/project/secret.yaml is answered with status 404`,
      `${server.url}/a.yaml:2:5 error ref-remote "file:///project/secret.yaml" is a URL that is not followed`,
    ])
  })

  it('are reported where they stand, each document once', async () => {
    const server = await startWebServer({ '/broken.yaml': 'a: 1\na: 2\n', '/a.yaml': 'A: {}\n' })
    const { lines } = await load(
      `x-a: [{$ref: "${server.url}/gone"}, {$ref: "${server.url}/gone#/x"}, {$ref: "${server.url}/broken.yaml"}]\nx-b: {$ref: "${server.url}/a.yaml#/B"}\n`,
    )
    expect(lines).toEqual([
      `spec.yaml:3:8 error ref-remote ${server.url}/gone is answered with status 404`,
      `${server.url}/broken.yaml:2:1 error yaml-broken the key "a" stands twice in one map`,
      `spec.yaml:4:7 error ref-missing "${server.url}/a.yaml#/B" does not exist in ${server.url}/a.yaml`,
    ])
  })
})
