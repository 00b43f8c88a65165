import { describe, expect, it } from 'vitest'
import { generateOptions, readGenerateOptions } from '../../generator/commands/generate-options.js'
import { checkBooleans, checkOptions } from '../../generator/commands/option-table.js'
import { wantsColor } from '../../generator/commands/wants-color.js'

const check = (given: Record<string, unknown>) => checkOptions(given, { table: generateOptions, command: 'generate' })
const read = (options: Record<string, string | boolean>, positionals = ['orders.yaml']) =>
  readGenerateOptions({ positionals, options })
const usage = (message: string, hint: string | RegExp) =>
  expect.objectContaining({ code: 'usage', message, hint: expect.stringMatching(hint) })

describe('checkOptions', () => {
  it('takes known options with values of their type', () => {
    const given = { out: 'src', check: true, migrations: false, color: false, 'dry-run': undefined }
    expect(check(given)).toEqual({ out: 'src', check: true, migrations: false, color: false })
  })

  it.each([
    [{ chek: true }, 'unknown option "--chek" of "idemgen generate"', 'did you mean "--check"?'],
    [{ nonsense: true }, 'unknown option "--nonsense" of "idemgen generate"', 'see "idemgen generate --help"'],
    [{ o: true }, 'unknown option "-o" of "idemgen generate"', '--help'],
    [{ out: ['a', 'b'] }, '"--out" is given twice', 'once'],
    [{ out: '' }, '"--out" needs a value', 'folder for the TypeScript'],
    [{ out: false }, '"--out" needs a value', ''],
    [{ side: 'consum' }, '"--side" cannot be "consum"', 'did you mean "consume"?'],
    [{ side: 'x' }, '"--side" cannot be "x"', 'choose publish, consume, both'],
  ])('refuses %j', (given, message, hint) => {
    expect(() => check(given)).toThrow(usage(message, hint.replace(/[?]/g, '\\?')))
  })
})

describe('checkBooleans', () => {
  it.each([['--check=maybe'], ['--force=1'], ['--quiet=']])('refuses %s', (arg) => {
    expect(() => checkBooleans(['a.yaml', arg], generateOptions)).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  it.each([['--check=true'], ['--check=false'], ['--out=maybe'], ['--unknown=x']])('lets %s pass', (arg) => {
    expect(() => checkBooleans([arg], generateOptions)).not.toThrow()
  })

  it('does not look behind "--"', () => {
    expect(() => checkBooleans(['--', '--check=maybe'], generateOptions)).not.toThrow()
  })
})

describe('readGenerateOptions', () => {
  it('fills in what is not given', () => {
    expect(read({})).toEqual({
      specs: [{ path: 'orders.yaml', side: undefined, perspective: 'application', groups: undefined }],
      out: 'generated',
      migrations: 'migrations',
      schema: 'idempotency',
      importExtension: 'js',
      allowRemote: false,
      validate: 'official',
      mode: 'write',
      force: false,
      failOn: 'error',
      json: false,
      quiet: false,
    })
  })

  it('reads groups as a list without repeats', () => {
    expect(read({ group: 'billing, mail,billing' }).specs[0]?.groups).toEqual(['billing', 'mail'])
  })

  it.each([
    [{ check: true }, 'check'],
    [{ 'dry-run': true }, 'dry-run'],
  ])('takes the mode from %j', (options, mode) => {
    expect(read(options).mode).toBe(mode)
  })

  it('writes no migrations on --no-migrations', () => {
    expect(read({ migrations: false }).migrations).toBeUndefined()
  })

  it.each([
    [{ check: true, force: true }, '"--check" and "--force" contradict each other'],
    [{ check: true, 'dry-run': true }, '"--check" and "--dry-run" contradict each other'],
    [{ group: 'a,,b' }, '"--group" has an empty name in "a,,b"'],
    [{ schema: 'a; drop table x' }, '"--schema" cannot be "a; drop table x"'],
    [{ schema: 'Orders' }, '"--schema" cannot be "Orders"'],
    [{ schema: 'pg_orders' }, '"--schema" cannot be "pg_orders"'],
  ])('refuses %j', (options, message) => {
    expect(() => read(options)).toThrow(usage(message, '.'))
  })

  it('needs a document', () => {
    expect(() => read({}, [])).toThrow(usage('no document is named', 'specs/orders.yaml'))
    expect(() => read({}, ['a.yaml', ''])).toThrow(usage('no document is named', 'specs/orders.yaml'))
  })

  it('takes several documents, each once, with the options for each', () => {
    const { specs } = read({ side: 'publish' }, ['specs/a.yaml', 'b.yaml', './specs//a.yaml'])
    expect(specs).toEqual([
      { path: './specs//a.yaml', side: 'publish', perspective: 'application', groups: undefined },
      { path: 'b.yaml', side: 'publish', perspective: 'application', groups: undefined },
    ])
  })
})

describe('wantsColor', () => {
  const decide = (args: readonly string[], env: Record<string, string>, isTerminal: boolean) =>
    wantsColor({ args, env, isTerminal })

  it.each([
    [[], {}, true, true],
    [[], {}, false, false],
    [[], { TERM: 'dumb' }, true, false],
    [[], { NO_COLOR: '1' }, true, false],
    [[], { NO_COLOR: '' }, true, true],
    [[], { FORCE_COLOR: '1' }, false, true],
    [[], { FORCE_COLOR: '0' }, true, false],
    [[], { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [['--color'], { NO_COLOR: '1' }, false, true],
    [['--no-color'], { FORCE_COLOR: '1' }, true, false],
    [['--color=false'], {}, true, false],
    [['--no-color', '--color'], {}, false, true],
  ])('for %j, %j and a terminal: %s is %s', (args, env, isTerminal, expected) => {
    expect(decide(args, env as Record<string, string>, isTerminal)).toBe(expected)
  })
})
