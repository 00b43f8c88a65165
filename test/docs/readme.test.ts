import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the code in the README compiles against the emitted code of specs/orders.yaml', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? '')
  expect(blocks.length).toBeGreaterThan(0)
  const faults = blocks.flatMap((block, index) => compile(`readme-${index}.ts`, block))
  expect(faults).toEqual([])
})

test('what the README links to exists', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target ?? '')
  const missing = links.filter(
    (target) => !ts.sys.fileExists(join(root, target)) && !ts.sys.directoryExists(join(root, target)),
  )
  expect(missing).toEqual([])
})

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
