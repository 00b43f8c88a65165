import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintOptions } from '../../generator/commands/lint-options.js'
import type { Option } from '../../generator/commands/option-table.js'

const page = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `--'))

test('docs/lint.md has every option of lint, and no other', () => {
  expect(rows.map((row) => /^\| `--([a-z-]+)/.exec(row)?.[1])).toEqual(Object.keys(lintOptions))
})

test('docs/lint.md has the choices and the defaults of the options', () => {
  for (const [name, option] of Object.entries<Option>(lintOptions)) {
    const row = rows.find((line) => line.startsWith(`| \`--${name}`))
    if (option.choices !== undefined) expect(row).toContain(`\`--${name} ${option.choices.join('\\|')}\``)
    if (option.default !== undefined) expect(row).toContain(`| \`${option.default}\` |`)
  }
})

test('docs/lint.md has every format', () => {
  for (const format of lintOptions.format.choices) expect(page).toContain(`| \`${format}\` |`)
})
