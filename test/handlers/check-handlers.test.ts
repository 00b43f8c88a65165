import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { groupBy } from '../../generator/build/group-by.js'
import { codeRules } from '../../generator/handlers/checks/index.js'
import { handlerTexts } from '../../generator/lint/built-in/handler-texts.js'
import { casesFolder, judgeHandlers } from './judge-handlers.js'

/**
 * cases/<rule>/fails.ts has the fault in every form that is known, fails.txt what is found in it; cases/passes/ are
 * handlers as people write them, in which nothing is found. UPDATE_CASES=1 writes what is expected.
 */
const isUpdate = process.env.UPDATE_CASES === '1'

test('every rule has a text, and every text a rule', () => {
  expect(codeRules.map(({ rule }) => rule)).toEqual(handlerTexts.map(({ name }) => name))
})

const scratch = mkdtempSync(join(casesFolder, '..', 'scratch-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const byFile = (lines: readonly string[]) => groupBy(lines, (line) => line.slice(0, line.indexOf(':')))
// Reading the types of a project takes a second: all cases are one.
const failing = byFile(judgeHandlers('handler-*/fails.ts'))
const passing = byFile(judgeHandlers('passes/*.ts'))

describe.each(handlerTexts)('$name', ({ name, wrong, right }) => {
  test('is found where it is expected, and no other', () => {
    const lines = failing.get(`${name}/fails.ts`) ?? []
    const golden = join(casesFolder, name, 'fails.txt')
    if (isUpdate) writeFileSync(golden, lines.join(''))
    expect(lines.filter((line) => !line.includes(` ${name} `))).toEqual([])
    expect(lines).not.toEqual([])
    expect(lines.join('')).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '')
    const marked = readFileSync(join(casesFolder, name, 'fails.ts'), 'utf8')
      .split('\n')
      .flatMap((line, i) => (line.endsWith('// !') ? [i + 1] : []))
    expect(lines.map((line) => Number(line.split(':')[1]))).toEqual(marked)
  })

  test('has an example that is wrong in this alone, and one that is right', () => {
    const group = name === 'handler-update-is-relative' ? 'Mailing' : 'Billing'
    writeFileSync(join(scratch, `${name}.wrong.ts`), example(wrong, group))
    writeFileSync(join(scratch, `${name}.right.ts`), example(right, group))
    const lines = byFile(judgeHandlers(`${name}.*.ts`, scratch))
    const found = lines.get(`${name}.wrong.ts`)?.map((line) => line.split(' ')[2])
    expect([...new Set(found)]).toEqual([name])
    expect([...lines.keys()]).toEqual([`${name}.wrong.ts`])
  })
})

const passes = readdirSync(join(casesFolder, 'passes')).filter((file) => file !== 'service.ts')

test.for(passes)('nothing is found in %s', (file) => {
  expect(passing.get(`passes/${file}`) ?? []).toEqual([])
})

describe('files', () => {
  test('that no pattern names are told', () => {
    expect(() => judgeHandlers('nowhere/*.ts')).toThrow(expect.objectContaining({ code: 'handlers-missing' }))
  })

  test('without a handler are told', () => {
    expect(() => judgeHandlers('generated.ts')).toThrow(
      expect.objectContaining({ message: expect.stringContaining('no handler of these documents') }),
    )
  })
})

function example(method: string, group: 'Billing' | 'Mailing'): string {
  return `import { start${group} } from '../cases/generated.js'
declare const pool: { query(text: string, values: unknown[]): Promise<void> }
declare const channel: { ack(delivery: unknown): void }
declare const delivery: unknown
declare function randomUUID(): string
await start${group}({ broker: 1, database: 2, handlers: {
${method}
} })
`
}
