import { describe, expect, it } from 'vitest'
import { lintFolder, volatileKey } from './lint-folder.js'

describe('the baseline', () => {
  it('knows what was found, wherever the lines have moved', async () => {
    const folder = lintFolder({ 'specs/a.yaml': volatileKey() })
    expect(await folder.lint(['specs/a.yaml'], { 'update-baseline': true })).toMatchObject({ exitCode: 0 })
    expect(folder.read('idemgen.baseline.json')).toBe(`{
  "specs/a.yaml": [
    {"rule":"key-is-volatile","pointer":"/channels/orderPaid/x-idempotency/businessKey/1"}
  ]
}
`)
    folder.write({ 'specs/a.yaml': `# moved\n\n${volatileKey()}` })
    expect(await folder.rules(['specs/a.yaml'])).toEqual([])
    expect(await folder.rules(['specs/a.yaml'], { baseline: 'idemgen.baseline.json' })).toEqual([])
  })

  it('tells what is new, and its lines that are outdated', async () => {
    const folder = lintFolder({ 'a.yaml': volatileKey(), 'b.yaml': volatileKey() })
    await folder.lint(['a.yaml', 'b.yaml'], { 'update-baseline': true })
    folder.write({ 'a.yaml': volatileKey().replace('[orderId, sentAt]\n      con', '[sentAt, orderId]\n      con') })
    const { stdout } = await folder.lint(['a.yaml'])
    expect(stdout).toMatch(
      /^a\.yaml:14:\d+ error key-is-volatile .*\n.*\nidemgen\.baseline\.json:3:1 warning baseline-outdated /,
    )
    await folder.lint(['a.yaml'], { 'update-baseline': true })
    expect(await folder.rules(['a.yaml', 'b.yaml'])).toEqual([])
    expect(folder.read('idemgen.baseline.json').match(/key-is-volatile/g)).toHaveLength(2)
  })

  it('keeps no fault that hides the rest of a file', async () => {
    const folder = lintFolder({ 'a.yaml': 'asyncapi: [' })
    expect(await folder.lint(['a.yaml'], { 'update-baseline': true })).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('yaml-broken'),
    })
    expect(folder.read('idemgen.baseline.json')).toBe('{}\n')
  })

  it('that is broken or missing stops the run', async () => {
    const folder = lintFolder({ 'a.yaml': volatileKey(), 'x.json': '[', 'y.json': '{"a.yaml": [1]}' })
    const code = (expected: string) => expect.objectContaining({ code: expected })
    await expect(folder.lint(['a.yaml'], { baseline: 'x.json' })).rejects.toThrow(code('baseline-broken'))
    await expect(folder.lint(['a.yaml'], { baseline: 'y.json' })).rejects.toThrow(code('baseline-broken'))
    await expect(folder.lint(['a.yaml'], { baseline: 'z.json' })).rejects.toThrow(code('baseline-missing'))
  })
})
