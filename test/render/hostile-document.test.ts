import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText } from '../../generator/build/canonical.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { render } from '../../generator/render/render.js'
import { documentOf } from '../build/document.js'
import { attacks } from './attacks.js'
import { complaints } from './compile.js'
import { loadEach } from './execute.js'
import { hostileDocument } from './hostile-document.js'
import { readTemplates } from './templates.js'

const templates = readTemplates()

/** Pieces that mean something to TypeScript, to comments, to HTML or to an editor. */
const pieces = [
  ...[
    '*/',
    '/*',
    '//',
    '///',
    '<!--',
    '-->',
    '</script>',
    '`',
    '${',
    '}',
    '{',
    '{{',
    '"',
    "'",
    '\\',
    '\\u0027',
    ';',
    '@',
  ],
  ...[
    '\n',
    '\r',
    '\t',
    '\0',
    '\b',
    '\u2028',
    '\u2029',
    '\u0085',
    '\ufeff',
    '\u202e',
    '\u2066',
    '\u200f',
    '\ud83d',
    '\udc07',
  ],
  ...['globalThis.attacked = 1', ' ', '@ts-ignore', 'eslint-enable', '#!', 'import("x")', '--', "'; drop table x; --"],
]
const hostileTexts = fc.array(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  { minLength: 20, maxLength: 20 },
)
const [random = [], ...others] = fc.sample(hostileTexts, { seed: 2_026, numRuns: 3 })

describe.each([
  ['known attacks', attacks],
  ['random pieces of code', random],
  ['more random pieces of code', others.flat()],
])('what is made of a document that holds %s wherever its author is free', (_, texts) => {
  let output: readonly OutputFile[] = []
  beforeAll(async () => {
    output = await outputOf(texts)
  })

  test('compiles', () => expect(complaints(output)).toEqual([]), 120_000)

  test('does nothing when each of its modules is loaded', async () => {
    const loaded = await loadEach(output)
    expect(loaded.toSorted()).toEqual(['consumers', 'contract', 'errors', 'index', 'messages', 'publishers', 'schemas'])
    expect(Object.hasOwn(globalThis, 'attacked')).toBe(false)
  })

  test('holds the texts unchanged as data', () => {
    const { contract } = build(documentOf(hostileDocument(texts)))
    const read = JSON.parse(output.find(({ path }) => path === 'contract.json')?.text ?? '')
    expect(read).toEqual(JSON.parse(JSON.stringify(contract)))
    const said = Object.values(contract.messages).map(({ eventType }) => eventType)
    expect(said.toSorted()).toEqual(texts.map((text, i) => `${text}${i}`).toSorted())
  })

  test('shows every character for what it is, in valid UTF-8', () => {
    const hidden = /(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029\ufeff]|\p{Surrogate}/u
    const found = output.flatMap(({ path, text }) => {
      return text
        .split('\n')
        .flatMap((line, i) => (hidden.test(line) ? [`${path}:${i + 1} ${JSON.stringify(line)}`] : []))
    })
    expect(found.slice(0, 10)).toEqual([])
    for (const { text } of output) expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text)
  })

  test('gives no order to a compiler or linter, and ends no script element', () => {
    const order = /^\s*(?:\/\/|\/\*+|\*)\s*@ts-|^\s*\/\/[#@/]|^\s*\/\*[#@]|<\/|<!--/
    const emitted = output.filter(({ path }) => path.endsWith('.ts') && !path.startsWith('runtime/'))
    const found = emitted.flatMap(({ path, text }) => {
      const lines = text.split('\n').map((line) => line.replace('/* eslint-disable */', ''))
      return lines.flatMap((line, i) => (order.test(line) ? [`${path}:${i + 1} ${line}`] : []))
    })
    expect(found.slice(0, 10)).toEqual([])
  })
})

async function outputOf(texts: readonly string[]): Promise<readonly OutputFile[]> {
  const { contract, docs, findings } = build(documentOf(hostileDocument(texts)))
  expect(findings.filter(isError)).toEqual([])
  expect(Object.keys(contract.messages)).toHaveLength(texts.length)
  return render({
    contract,
    contractText: contractText(contract),
    docs,
    templates,
    specPath: `../${texts.join('')}.yaml`,
    importExtension: 'js',
  })
}
