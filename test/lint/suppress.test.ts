import { describe, expect, it } from 'vitest'
import { lintFolder, volatileKey } from './lint-folder.js'

const rulesOf = (text: string, others: Readonly<Record<string, string>> = {}) =>
  lintFolder({ 'a.yaml': text, ...others }).rules(['a.yaml'])

describe('without a suppression', () => {
  it('the key is volatile', async () => {
    expect(await rulesOf(volatileKey())).toEqual(['14 key-is-volatile'])
  })
})

describe('a comment', () => {
  it('switches a rule off on the next line that is no comment', async () => {
    const comment = '# idemgen-disable-next-line key-is-volatile -- set once by the shop'
    expect(await rulesOf(volatileKey({ above: comment }))).toEqual([])
    expect(await rulesOf(volatileKey({ above: `${comment}\n      # more\n` }))).toEqual([])
  })

  it('switches rules off on its own line', async () => {
    expect(await rulesOf(volatileKey({ beside: '# idemgen-disable-line key-is-volatile -- set once' }))).toEqual([])
  })

  it('does not count without a reason', async () => {
    expect(await rulesOf(volatileKey({ above: '# idemgen-disable-next-line key-is-volatile' }))).toEqual([
      '14 suppression-without-reason',
      '15 key-is-volatile',
    ])
  })

  it('without a rule switches nothing off', async () => {
    expect(await rulesOf(volatileKey({ above: '# idemgen-disable-next-line -- because' }))).toEqual([
      '14 suppression-malformed',
      '15 key-is-volatile',
    ])
  })

  it('is told when it switches nothing off, or a rule that does not exist', async () => {
    const comment = '# idemgen-disable-next-line key-is-volatile, key-missing, key-is-volatil -- why'
    expect(await rulesOf(volatileKey({ above: comment }))).toEqual(['14 suppression-unknown', '14 suppression-unused'])
  })

  it('is not told when its rule was not run', async () => {
    const config = { 'idemgen.config.yaml': 'rules: { key-is-volatile: off }' }
    const comment = '# idemgen-disable-next-line key-is-volatile -- why'
    expect(await rulesOf(volatileKey({ above: comment }), config)).toEqual([])
  })

  it('in a file that is referred to counts there', async () => {
    const channel = volatileKey({ above: '# idemgen-disable-next-line key-is-volatile -- why' })
    const root = channel
      .slice(0, channel.indexOf('  orderPaid:'))
      .concat(`  orderPaid: { $ref: 'channel.yaml#/orderPaid' }\n`)
    const part = channel.slice(channel.indexOf('  orderPaid:')).replace(/^ {2}/gm, '')
    expect(await rulesOf(root, { 'channel.yaml': part.replace(/# idem.*/, '') })).toEqual(['12 key-is-volatile'])
    expect(await rulesOf(root, { 'channel.yaml': part })).toEqual([])
  })
})

describe('x-idemgen-ignore', () => {
  it('switches a rule off in its object', async () => {
    const inside = 'x-idemgen-ignore: [{ rule: key-is-volatile, reason: set once }]'
    expect(await rulesOf(volatileKey({ inside }))).toEqual([])
  })

  it('works in JSON', async () => {
    const { load } = await import('js-yaml')
    const value = load(volatileKey()) as { channels: { orderPaid: object } }
    const ignore = [{ rule: 'key-is-volatile', reason: 'set once' }]
    const folder = lintFolder({
      'a.json': JSON.stringify(value),
      'b.json': JSON.stringify({ ...value, 'x-idemgen-ignore': ignore }),
    })
    expect(await folder.rules(['a.json'])).toEqual(['1 key-is-volatile'])
    expect(await folder.rules(['b.json'])).toEqual([])
  })

  it('needs a list, a rule and a reason', async () => {
    const rules = (ignore: string) => rulesOf(volatileKey({ inside: `x-idemgen-ignore: ${ignore}` }))
    expect(await rules('key-is-volatile')).toEqual(['6 suppression-malformed', '15 key-is-volatile'])
    expect(await rules('[{ reason: why }]')).toEqual(['6 suppression-malformed', '15 key-is-volatile'])
    expect(await rules('[{ rule: key-is-volatile }]')).toEqual(['6 suppression-without-reason', '15 key-is-volatile'])
    expect(await rules('[{ rule: key-missing, reason: why }]')).toEqual(['6 suppression-unused', '15 key-is-volatile'])
  })
})
