import { describe, expect, test } from 'vitest'
import { code } from '../../generator/render/code.js'
import { templateEngine, type View } from '../../generator/render/template-engine.js'
import { readTemplates } from './templates.js'

async function filled(template: string, view: View): Promise<string> {
  return (await templateEngine(new Map([['a.hbs', template]])))('a.hbs', view)
}

describe('a template', () => {
  test('prints code as it is', async () => {
    expect(await filled('{{a}}', { a: code`<b> & 'c' "d"` })).toBe('<b> & \'c\' "d"\n')
  })

  test.each([
    ['{{missing}}'],
    ['{{#if missing}}x{{/if}}'],
    ['{{#each missing}}x{{/each}}'],
    ['{{#each list}}{{missing}}{{/each}}'],
    ['{{#each list}}{{#if missing}}x{{/if}}{{/each}}'],
    ['{{missing.name}}'],
    ['{{inner.missing}}'],
  ])('that asks for what the view does not have is an error: %s', async (template) => {
    await expect(filled(template, { list: [{ a: code`a` }], inner: {} })).rejects.toThrow()
  })

  test('prints nothing for an empty list and for false, and leaves no second empty line', async () => {
    const template = 'a\n\n{{#each list}}\n{{this}}\n\n{{/each}}\n{{#if no}}\nb\n{{/if}}\n\n\nc\n\n'
    expect(await filled(template, { list: [], no: false })).toBe('a\n\nc\n')
  })

  test('of ours decides nothing and is short', () => {
    const ours = [...readTemplates()].filter(([path]) => path.endsWith('.hbs'))
    expect(ours.length).toBeGreaterThan(7)
    for (const [path, text] of ours) {
      expect([path, /\{\{\s*(#(?!each\b)|else|\^)|\{\{\{/.exec(text)?.[0], text.split('\n').length < 60]).toEqual([
        path,
        undefined,
        true,
      ])
    }
  })

  test('that is not there is an error', async () => {
    const fill = await templateEngine(new Map())
    expect(() => fill('a.hbs', {})).toThrow('"a.hbs" is missing')
  })
})
