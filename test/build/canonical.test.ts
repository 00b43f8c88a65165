import { describe, expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { contractText, readContract } from '../../generator/build/canonical.js'
import { IdemgenError } from '../../generator/model/idemgen-error.js'
import { documentFromFile } from './document.js'

const { contract } = build(documentFromFile('specs/orders.yaml'))
const text = contractText(contract)

test('contract.json starts with what reviewers look for, everything inside sorted', () => {
  expect(Object.keys(JSON.parse(text))).toEqual([
    ...['contractVersion', 'names', 'messages', 'publishers', 'groups', 'exchanges', 'schemas'],
  ])
  expect(text).toMatch(/^\{\n {2}"contractVersion": 1,\n {2}"names": \{\n/)
  expect(text.endsWith('\n}\n')).toBe(true)
  const [payload] = Object.keys(JSON.parse(text).schemas['#/components/schemas/OrderPaid'].properties)
  expect(payload).toBe('amount')
})

test('members without a value are left out, and lists stay in their order', () => {
  const odd = { ...contract, schemas: { b: { z: 1, a: ['y', 'x'] }, a: undefined as never } }
  expect(JSON.parse(contractText(odd)).schemas).toEqual({ b: { a: ['y', 'x'], z: 1 } })
})

test('derived names stand beside the names, where there are any', () => {
  const unusual = { ...contract, derivedNames: { keys: { OrderPaid: 'orderPaidKeyOfOrders' } } }
  expect(Object.keys(JSON.parse(contractText(unusual))).slice(0, 3)).toEqual([
    'contractVersion',
    'names',
    'derivedNames',
  ])
  expect(readContract(contractText(unusual))).toEqual(JSON.parse(JSON.stringify(unusual)))
})

test('what was written is read again', () => {
  expect(contractText(readContract(text))).toBe(text)
})

describe('a contract that cannot be read stops the run', () => {
  test.each([
    ['', 'contract-unreadable'],
    ['<<<<<<< HEAD\n{}', 'contract-unreadable'],
    ['null', 'contract-unreadable'],
    ['{"contractVersion": 1}', 'contract-unreadable'],
    [text.replace('"contractVersion": 1', '"contractVersion": "1"'), 'contract-unreadable'],
    [text.replace(/"names": \{[^}]*\}/, '"names": { "#/x": 7 }'), 'contract-unreadable'],
    [
      text.replace('"messages": {', '"derivedNames": { "keys": { "OrderPaid": 1 } },\n"messages": {'),
      'contract-unreadable',
    ],
    [text.replace('"messages": {', '"derivedNames": [],\n"messages": {'), 'contract-unreadable'],
    [text.replace('"addresses": [', '"address": ['), 'contract-unreadable'],
    [text.replace('"business": [', '"businesses": ['), 'contract-unreadable'],
    [text.replace('"contractVersion": 1', '"contractVersion": 2'), 'contract-newer'],
    ['{"contractVersion": 99, "shape": "unknown"}', 'contract-newer'],
  ])('%#', (broken, code) => {
    expect(codeOf(() => readContract(broken))).toBe(code)
  })
})

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof IdemgenError ? error.code : String(error)
  }
}
