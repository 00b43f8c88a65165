import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { resolveTimeouts } from '../../templates/runtime/consumer/timeouts.js'
import type { GroupDescriptor } from '../../templates/runtime/types.js'
import { strictOptions } from '../render/compile.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  'README.md',
  'docs/api.md',
  'docs/cli.md',
  'docs/operations.md',
  'docs/guarantees.md',
  'docs/types.md',
] as const

test.each([
  ['README.md', 1],
  ['docs/api.md', 5],
] as const)('the code in %s compiles against the emitted code of specs/orders.yaml', (page, blocks) => {
  const code = [...read(page).matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block ?? '')
  expect(code).toHaveLength(blocks)
  expect(compile('page.ts', code.join('\n'))).toEqual([])
})

test.each(pages)('what %s links to exists', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target)
  const missing = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchors(read(target)).includes(anchor)
  })
  expect(missing).toEqual([])
})

describe('docs/api.md', () => {
  const api = read('docs/api.md')

  test('fits on its page', () => {
    expect(api.split('\n').length).toBeLessThanOrEqual(160)
  })

  test('names every strict flag that the output is compiled under', () => {
    const flags = Object.entries(strictOptions).filter(([name, value]) => value === true && name !== 'noEmit')
    expect(flags.length).toBeGreaterThan(5)
    expect(flags.filter(([name]) => !api.includes(`\`${name}\``))).toEqual([])
  })

  test('has the defaults of the runtime', () => {
    const handlerTimeoutMs = 7
    // True: nothing else of a group is read for its times.
    const times = resolveTimeouts({ handlerTimeoutMs } as GroupDescriptor)
    expect(tuning(api)).toEqual({
      lockTimeoutMs: written(times.lockMs),
      statementTimeoutMs: '`handlerTimeout`',
      idleInTransactionMs: `\`handlerTimeout\` + ${written(times.idleMs - handlerTimeoutMs)}`,
      busyForMs: written(times.busyForMs),
      stopDeadlineMs: written(times.stopDeadlineMs),
      probeMs: `\`{ first: ${times.probeFirstMs}, longest: ${written(times.probeLongestMs, '_')} }\``,
    })
  })
})

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** As GitHub makes them of headings. */
function anchors(text: string): readonly string[] {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N}\s-]/gu, '').replace(/\s/g, '-'))
}

/** The defaults of the rows `tuning.…`. */
function tuning(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...page.matchAll(/^\| `tuning\.(\w+)` \| (.+?) \|/gm)].map(([, name = '', usual]) => [name, usual ?? '']),
  )
}

function written(count: number, separator = ','): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, separator)
}

/** Compiles as a file that stands beside `generated`, under the tests' own settings. */
function compile(name: string, code: string): readonly string[] {
  const path = join(root, 'output-example', 'orders', name)
  const config = ts.readConfigFile(join(root, 'tsconfig.test.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (file) => file === path || fileExists(file)
  host.getSourceFile = (file, version, ...rest) =>
    file === path ? ts.createSourceFile(file, code, version) : getSourceFile(file, version, ...rest)
  const program = ts.createProgram([path], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
