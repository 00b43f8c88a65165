import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explain } from '../../generator/commands/explain.js'
import { builtInTexts } from '../../generator/lint/built-in/built-in-texts.js'
import { ruleTexts } from '../../generator/lint/rule-texts.js'
import { rules } from '../../generator/lint/rules/index.js'
import { rulePage, rulesIndex } from '../../generator/report/rule-page.js'
import { readSources } from '../architecture/source.js'

/** Names that the sources report findings under. */
function reportedNames(): ReadonlySet<string> {
  const texts = readSources(['generator'], ['.ts'])
    .filter(({ path }) => !/^generator\/(?:lint\/(?:built-in|rules)|output|render)\//.test(path))
    .map(({ text }) => text)
  const given = /\b(?:rule(?:\??: | = )|finding\(\s*)('[a-z\d-]+'(?: \| '[a-z\d-]+')*)/g
  const lists = texts.flatMap((text) => [...text.matchAll(given)].map((match) => match[1] ?? ''))
  return new Set(lists.flatMap((list) => [...list.matchAll(/'([a-z\d-]+)'/g)].map((match) => match[1] ?? '')))
}

describe('the texts of rules', () => {
  const reported = reportedNames()
  const names = ruleTexts.map(({ name }) => name)

  it('are there for every name that is reported', () => {
    expect(reported.size).toBeGreaterThan(60)
    expect([...reported].filter((name) => !names.includes(name))).toEqual([])
  })

  it('are there for nothing else', () => {
    expect(builtInTexts.map(({ name }) => name).filter((name) => !reported.has(name))).toEqual([])
  })

  it('are there once', () => {
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it.each(ruleTexts)('of $name are complete, and in the form of findings', ({ name, summary, why, wrong, right }) => {
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/)
    expect(summary).toMatch(/^(?![A-Z][a-z]).*[^.]$|^AsyncAPI .*[^.]$/)
    expect(why).toMatch(/[.)]$/)
    for (const text of [why, wrong, right]) expect(text.trim()).not.toBe('')
    expect(wrong).not.toBe(right)
  })
})

describe('docs/rules', () => {
  const folder = new URL('../../docs/rules/', import.meta.url)
  const read = (name: string) => (existsSync(new URL(name, folder)) ? readFileSync(new URL(name, folder), 'utf8') : '')

  it('has a page for each rule and no other: npm run rules', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      ['README.md', ...ruleTexts.map(({ name }) => `${name}.md`)].toSorted(),
    )
  })

  it('is in step with the rules: npm run rules', () => {
    const stale = ruleTexts.filter((text) => read(`${text.name}.md`) !== rulePage(text)).map(({ name }) => name)
    expect(stale).toEqual([])
    expect(read('README.md')).toBe(rulesIndex(ruleTexts))
  })
})

describe('idemgen explain', () => {
  const run = (rule?: string, json = false) => explain({ rule, json }, { color: false })

  it('says all that is known of a rule', () => {
    expect(run('queue-shared')).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `queue-shared (error)
two groups read one queue

Each gets only a part of the messages. To RabbitMQ a queue is one reader, however many consumers it
has.

wrong
  consumers: { billing: { queue: orders }, mailing: { queue: orders } }
right
  consumers: { billing: { queue: billing }, mailing: { queue: mailing } }
to switch it off
  at one place:  # idemgen-disable-next-line queue-shared -- why it is fine here
  in an object:  x-idemgen-ignore: [{ rule: queue-shared, reason: why it is fine here }]
  everywhere:    rules: { queue-shared: off }  in idemgen.config.yaml
`,
    })
  })

  it('lists all rules', () => {
    const { stdout } = run()
    for (const { name } of ruleTexts) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    expect(JSON.parse(run(undefined, true).stdout)).toHaveLength(ruleTexts.length)
  })

  it('says what was meant', () => {
    const usage = (message: string, hint: string) =>
      expect.objectContaining({ code: 'usage', message, hint: expect.stringContaining(hint) })
    expect(() => run('key-is-volatil')).toThrow(
      usage('there is no rule "key-is-volatil"', 'did you mean "key-is-volatile"?'),
    )
    expect(() => run('asyncapi2-operation-security')).toThrow(
      usage(expect.stringContaining('official') as never, 'parser-js'),
    )
    expect(() => run('nonsense')).toThrow(usage('there is no rule "nonsense"', 'lists all'))
  })

  it('gives the text for machines', () => {
    const value = JSON.parse(run('key-is-volatile', true).stdout)
    expect(value).toMatchObject({ name: 'key-is-volatile', topic: 'key', severity: 'error' })
    expect(rules.map(({ name }) => name)).toContain(value.name)
  })
})
