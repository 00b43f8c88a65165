import { describe, expect, it } from 'vitest'
import { lintFolder, volatileKey } from './lint-folder.js'

const fault = (code: string, message: string, hint: string) =>
  expect.objectContaining({ code, message, hint: expect.stringContaining(hint) })
const folderWith = (files: Readonly<Record<string, string>>) => lintFolder({ 'a.yaml': volatileKey(), ...files })

describe('the config', () => {
  it.each([
    ['idemgen.config.json', '{ "rules": { "key-is-volatile": "warning" } }'],
    ['idemgen.config.yaml', 'rules:\n  key-is-volatile: warning\n'],
    ['idemgen.config.js', 'export default { rules: { "key-is-volatile": "warning" } }'],
  ])('%s says how grave a rule is', async (name, text) => {
    const folder = folderWith({ [name]: text, 'package.json': '{ "type": "module" }' })
    expect(await folder.lint(['a.yaml'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(' warning key-is-'),
    })
  })

  it('switches rules off, of the build as well', async () => {
    const off = 'rules: { key-is-volatile: off, key-missing: off, group-missing: off }'
    expect(await folderWith({ 'idemgen.config.yaml': off }).rules(['a.yaml'])).toEqual([])
  })

  it('is found in a folder above, or named', async () => {
    const off = { 'idemgen.config.yaml': 'rules: { key-is-volatile: "off" }' }
    const folder = lintFolder({ ...off, 'other.json': '{}', 'sub/a.yaml': volatileKey() })
    expect(await folder.rules(['sub/a.yaml'])).toEqual([])
    expect(await folder.rules(['sub/a.yaml'], { config: 'other.json' })).toEqual(['14 key-is-volatile'])
  })

  it.each([
    ['rules: { key-is-volatil: off }', 'config-invalid', 'there is no rule "key-is-volatil"', '"key-is-volatile"?'],
    ['rules: { key-missing: grave }', 'config-invalid', '"key-missing: "grave"" is no severity', 'choose off, '],
    ['rule: {}', 'config-invalid', '"rule" is not known', 'did you mean "rules"?'],
    ['rules: []', 'config-invalid', '"rules" is no map of rules', 'write'],
    ['[]', 'config-invalid', 'is no map of keys', 'write'],
    ['rules: {', 'config-unreadable', 'cannot be read', ''],
  ])('%s is refused', async (text, code, message, hint) => {
    const folder = folderWith({ 'idemgen.config.yaml': text })
    await expect(folder.lint(['a.yaml'])).rejects.toThrow(
      fault(code, expect.stringContaining(message) as unknown as string, hint),
    )
  })

  it('that is named has to be there', async () => {
    await expect(folderWith({}).lint(['a.yaml'], { config: 'x.json' })).rejects.toThrow(
      fault('config-unreadable', 'x.json does not exist', '--config'),
    )
  })
})
