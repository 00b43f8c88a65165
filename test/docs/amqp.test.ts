import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}/docs/amqp.md`, 'utf8')
const sections = { channel: 'Channels', operation: 'Operations', message: 'Messages' } as const

describe.each(Object.entries(sections))('the table of %s bindings in docs/amqp.md', (kind, heading) => {
  const rows = rowsUnder(heading)
  const fields = officialFields(kind)

  test('has a line for every field of every version, and for nothing else', () => {
    expect(fields.length).toBeGreaterThan(2)
    expect(rows.map(({ field }) => field).sort()).toEqual([...fields].sort())
  })

  test.each(rows)('$field: the case $shownBy has it', ({ field, shownBy }) => {
    const spec = readFileSync(`${root}/test/cases/${shownBy}/spec.yaml`, 'utf8')
    expect(spec).toMatch(new RegExp(`\\b${field.split('.').at(-1)}:`))
  })
})

interface Row {
  readonly field: string
  readonly shownBy: string
}

function rowsUnder(heading: string): readonly Row[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section.split('\n').flatMap((line) => {
    const [, field, shownBy] = /^\| `([\w.]+)` \|.*\| `([\w-]+)` \|$/.exec(line) ?? []
    return field === undefined || shownBy === undefined ? [] : [{ field, shownBy }]
  })
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
}

/** `exchange`, `exchange.name` …: what the published schemas of the bindings list. */
function officialFields(kind: string): readonly string[] {
  const folder = `${root}/node_modules/@asyncapi/specs/bindings/amqp`
  const schemas = readdirSync(folder).map((version): Schema => {
    return JSON.parse(readFileSync(`${folder}/${version}/${kind}.json`, 'utf8'))
  })
  return [...new Set(schemas.flatMap((schema) => namesIn(schema, '')))]
}

function namesIn({ properties = {} }: Schema, before: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    return [`${before}${name}`, ...namesIn(schema, `${before}${name}.`)]
  })
}
