import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../../generator/lint/rules/index.js'
import { isError } from '../../generator/model/finding.js'
import { baseText, caseNames, casesFolder } from './case-folder.js'
import { judge } from './judge.js'
import { putInto } from './put-into.js'

/**
 * cases/<rule>/ holds documents with the fault, each with what is found in it (`fails.yaml` and `fails.txt`), and
 * documents without (`passes.yaml`); further ones have a name behind a dash. All are valid AsyncAPI that builds; what
 * the build says of those with the fault is expected too.
 * UPDATE_CASES=1 writes what is expected. `base.yaml`, where a rule has one, is what its examples are put into.
 */
const isUpdate = process.env.UPDATE_CASES === '1'

describe.each(rules)('$name', ({ name, wrong, right }) => {
  test('has a document with the fault and one without', () => {
    expect(caseNames(name, 'fails')).not.toEqual([])
    expect(caseNames(name, 'passes')).not.toEqual([])
  })

  test.for(caseNames(name, 'fails'))('%s has the fault where it is expected, and no other', async (file) => {
    const path = join(casesFolder, name, file)
    const { before, found, lines } = await judge(readFileSync(path, 'utf8'), name)
    const golden = path.replace(/\.yaml$/, '.txt')
    if (isUpdate) writeFileSync(golden, lines.join(''))
    expect(before.filter(isError)).toEqual([])
    expect([...new Set(found.map(({ rule }) => rule))]).toEqual([name])
    expect(lines.join('')).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '')
  })

  test.for(caseNames(name, 'passes'))('%s has no finding', async (file) => {
    const { lines } = await judge(readFileSync(join(casesFolder, name, file), 'utf8'), name)
    expect(lines).toEqual([])
  })

  test('has an example that is wrong in this alone, and one that is right', async () => {
    const { before, found } = await judge(putInto(baseText(name), wrong), name)
    expect(before.filter(isError)).toEqual([])
    expect([...new Set(found.map(({ rule }) => rule))]).toEqual([name])
    const mended = await judge(putInto(baseText(name), right), name)
    expect(mended.lines).toEqual([])
  })

  test('says what it finds as all findings do', async () => {
    const { found } = await judge(putInto(baseText(name), wrong), name)
    for (const { message, hint } of found) {
      for (const text of [message, hint ?? '']) expect(text).toMatch(/^(?![A-Z][a-z])[^\n]*[^.\n]$/)
    }
  })
})

test('a name is that of one rule, and a folder that of a rule', () => {
  const names = rules.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(readdirSync(casesFolder).filter((folder) => !names.includes(folder))).toEqual([])
})
