import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateOptions } from '../../generator/commands/generate-options.js'
import type { Option } from '../../generator/commands/option-table.js'

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `--'))

test('docs/cli.md has every option of generate, and no other', () => {
  const named = rows.map((row) => /^\| `--([a-z-]+)/.exec(row)?.[1])
  expect(named).toEqual(Object.keys(generateOptions))
})

test('docs/cli.md has the choices and the defaults of the options', () => {
  for (const [name, option] of Object.entries<Option>(generateOptions)) {
    const row = rows.find((line) => line.startsWith(`| \`--${name}`))
    if (option.choices !== undefined) expect(row).toContain(`\`--${name} ${option.choices.join('\\|')}\``)
    if (option.default !== undefined) expect(row).toContain(`| \`${option.default}\` |`)
  }
})
