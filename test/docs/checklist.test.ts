import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { GroupDraft } from '../../generator/build/groups/group-draft.js'
import { located } from '../../generator/build/located.js'
import { type Point, points } from '../../generator/lint/checklist/points.js'
import { groupDefaults } from '../../generator/model/defaults.js'

const page = new URL('../../docs/checklist.md', import.meta.url)

test('docs/checklist.md has each point with its rules and its guarantee', () => {
  const text = readFileSync(page, 'utf8')
  const tables = text.indexOf('## What has to hold')
  const expected = `${text.slice(0, tables)}${tableOf('point')}\n${tableOf('pitfall')}`
  if (process.env.UPDATE_CASES === '1') writeFileSync(page, expected)
  expect(readFileSync(page, 'utf8')).toBe(expected)
})

test('every rule of the checklist has a page', () => {
  const rules = [...new Set(points.flatMap((point) => point.rules))]
  expect(rules.filter((rule) => !existsSync(new URL(`rules/${rule}.md`, page)))).toEqual([])
})

function tableOf(kind: Point['kind']): string {
  const rows = points.filter((point) => point.kind === kind).map(row)
  const [title, column] = kind === 'point' ? ['What has to hold', 'point'] : ['What must not happen', 'pitfall']
  return [`## ${title}`, '', `| ${column} | rules | guarantee |`, '|---|---|---|', ...rows, ''].join('\n')
}

function row({ text, rules, guarantee }: Point): string {
  const links = rules.map((rule) => `[${rule}](rules/${rule}.md)`)
  return `| ${text} | ${links.join(', ')} | ${guarantee(usual) ?? ''} |`
}

/** A group of which the document says nothing but its name. */
const settings = located(groupDefaults, { file: '', pointer: '' })
// True: a guarantee reads settings alone.
const usual = { settings, queues: [{ settings }] } as unknown as GroupDraft
