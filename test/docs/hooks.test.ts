import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { lintOptions } from '../../generator/commands/lint-options.js'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/hooks.md')
const { version } = JSON.parse(read('package.json'))

interface Hook {
  readonly entry: string
}

describe('docs/hooks.md', () => {
  const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => load(text ?? ''))

  test('has the hook as it is in the repository, with this version of idemgen', () => {
    const [hook] = load(read('.pre-commit-hooks.yaml')) as readonly [Hook & Readonly<Record<string, unknown>>]
    const { id, name, entry, language, types_or, require_serial } = hook
    expect(blocks[0]).toEqual({
      repos: [
        {
          repo: 'local',
          hooks: [
            { id, name, entry, language, additional_dependencies: [`idemgen@${version}`], types_or, require_serial },
          ],
        },
      ],
    })
  })

  test('has no option of lint that does not exist', () => {
    const calls = [...page.matchAll(/idemgen lint([^\n`'"]*)/g)].map(([, rest = '']) => rest)
    const options = calls.flatMap((rest) => [...rest.matchAll(/--([a-z-]+)/g)].map(([, name = '']) => name))
    expect(options.length).toBeGreaterThan(5)
    expect(options.filter((name) => !Object.hasOwn(lintOptions, name))).toEqual([])
  })
})

test('the schemas that docs/editors.md names are in the package', () => {
  const named = [...read('docs/editors.md').matchAll(/schema\/([\w-]+\.schema\.json)/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(4)
  for (const name of new Set(named)) expect(JSON.parse(read(`schema/${name}`))).toHaveProperty('definitions')
})
