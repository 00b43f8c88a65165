import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contractText } from '../../generator/build/canonical.js'
import { type Contract, contractVersion } from '../../generator/model/contract.js'
import { readPreviousContract } from '../../generator/output/previous-contract.js'

let root = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-contract-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const contract = (names: Readonly<Record<string, string>>): Contract => {
  return { contractVersion, names, messages: {}, publishers: {}, groups: {}, exchanges: {}, schemas: {} }
}
const read = (text: string, lenient = false) => {
  fs.writeFileSync(join(root, 'contract.json'), text)
  return readPreviousContract({ path: root, shownAs: 'generated' }, { lenient })
}
const withCode = (code: string) => expect.objectContaining({ code })

describe('readPreviousContract', () => {
  it('reads what was written, from a CRLF checkout too', () => {
    const written = contract({ '#/components/messages/OrderPaid': 'OrderPaid' })
    expect(read(contractText(written))).toEqual(written)
    expect(read(contractText(written).replaceAll('\n', '\r\n'))).toEqual(written)
  })

  it('is nothing where there is no file, no folder, or a folder in its place', () => {
    expect(readPreviousContract({ path: join(root, 'missing'), shownAs: 'x' }, { lenient: false })).toBeUndefined()
    fs.mkdirSync(join(root, 'contract.json'))
    expect(readPreviousContract({ path: root, shownAs: 'x' }, { lenient: false })).toBeUndefined()
  })

  it('takes our side of a merge conflict, with and without the common ancestor', () => {
    const line = (name: string) => `    "#/a": "${name}"`
    const [before, after] = contractText(contract({ '#/a': 'NAME' })).split(line('NAME'))
    const conflict = (ancestor: string) =>
      `${before}<<<<<<< HEAD\n${line('Ours')}\n${ancestor}=======\n${line('Theirs')}\n>>>>>>> branch${after}`
    expect(read(conflict(''))?.names).toEqual({ '#/a': 'Ours' })
    expect(read(conflict(`||||||| 1234567\n${line('Old')}\n`))?.names).toEqual({ '#/a': 'Ours' })
  })

  it('refuses one that cannot be read, or goes on without it', () => {
    expect(() => read('{')).toThrow(withCode('contract-unreadable'))
    expect(read('{', true)).toBeUndefined()
  })

  it('always refuses one that a newer version wrote', () => {
    expect(() => read(`{ "contractVersion": ${contractVersion + 1} }`, true)).toThrow(withCode('contract-newer'))
  })
})
