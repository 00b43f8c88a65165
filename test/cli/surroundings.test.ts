import { describe, expect, it } from 'vitest'
import { generate } from '../../generator/commands/generate.js'
import { readGenerateOptions } from '../../generator/commands/generate-options.js'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

describe('generate', () => {
  it('shows that it is validating, and takes the line away again', async () => {
    const project = createProject({ 'orders.yaml': orderSpec })
    const shown: (string | undefined)[] = []
    const { exitCode } = await generate(readGenerateOptions({ positionals: ['orders.yaml'], options: {} }), {
      cwd: project.path,
      color: false,
      now: () => new Date(),
      progress: (text) => shown.push(text),
    })
    expect(exitCode).toBe(0)
    expect(shown).toEqual(['checking orders.yaml with the official parser', undefined])
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
