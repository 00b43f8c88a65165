import { describe, expect, test } from 'vitest'
import { complaints, complaintsOfSeven } from './compile.js'
import { orders, ordersDocs } from './contracts.js'
import { renderContract } from './render-contract.js'
import { service } from './service-text.js'

describe.each(['nodenext', 'bundler'] as const)('with %s resolution', (kind) => {
  test('TypeScript 5.9 accepts the output and a service that uses it', async () => {
    const files = await renderContract(orders, { docs: ordersDocs })
    expect(complaints([...files, service], kind)).toEqual([])
  })

  test('TypeScript 7 accepts the output and a service that uses it', async () => {
    const files = await renderContract(orders, { docs: ordersDocs })
    expect(await complaintsOfSeven([...files, service], kind)).toBe('')
  })
})
