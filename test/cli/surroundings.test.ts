import { describe, expect, it } from 'vitest'
import { generate } from '../../generator/commands/generate.js'
import { readGenerateOptions } from '../../generator/commands/generate-options.js'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

describe('generate', () => {
  it('shows what takes a while, and takes the line away again', async () => {
    const other = orderSpec.replaceAll('order.paid', 'b').replaceAll('billing', 'c').replaceAll('mailing', 'd')
    const project = createProject({ 'orders.yaml': orderSpec, 'b.yaml': other })
    const shownBy = async (positionals: readonly string[], validate: string) => {
      const shown: (string | undefined)[] = []
      const { exitCode } = await generate(readGenerateOptions({ positionals, options: { validate } }), {
        cwd: project.path,
        color: false,
        now: () => new Date(),
        progress: (text) => shown.push(text),
      })
      expect(exitCode).toBe(0)
      expect(shown.at(-1)).toBeUndefined()
      return shown.filter((text) => text !== undefined)
    }
    expect(await shownBy(['orders.yaml'], 'official')).toEqual([
      'checking orders.yaml with the official parser',
      'generating',
    ])
    expect(await shownBy(['orders.yaml', 'b.yaml'], 'official')).toEqual([
      'checking orders.yaml with the official parser, 1 of 2',
      'checking b.yaml with the official parser, 2 of 2',
      'generating',
    ])
    expect(await shownBy(['orders.yaml'], 'fast')).toEqual(['generating'])
  })

  it('names new migrations after its clock in a folder of timestamps', async () => {
    const project = createProject({ 'orders.yaml': orderSpec, 'migrations/20240504101530_orders.sql': 'select 1' })
    const options = readGenerateOptions({ positionals: ['orders.yaml'], options: {} })
    const surroundings = { cwd: project.path, color: false, progress: () => {} }
    await generate(options, { ...surroundings, now: () => new Date('2025-01-02T03:04:05Z') })
    await generate(options, { ...surroundings, now: () => new Date('2026-01-02T03:04:05Z') })
    expect(Object.keys(project.snapshot()).filter((path) => path.endsWith('.sql'))).toEqual([
      'migrations/20240504101530_orders.sql',
      'migrations/20250102030405_idemgen_create.sql',
    ])
  })
})
