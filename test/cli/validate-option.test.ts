import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

describe('generate --validate', () => {
  it('fast asks no official parser, and comes to the same', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec, 'imports.txt': '' })
    const log = join(project.path, 'imports.txt')
    const fast = ['generate', 'specs/orders.yaml', '--validate', 'fast']
    expect(await project.idemgen(fast, { preload: 'record-imports.mjs', env: { IMPORT_LOG: log } })).toMatchObject({
      exitCode: 0,
    })
    expect(fs.readFileSync(log, 'utf8')).toContain('/dist/commands/generate.js')
    expect(fs.readFileSync(log, 'utf8')).not.toContain('/dist/official.js')
    expect(await project.idemgen(['generate', 'specs/orders.yaml', '--check'])).toMatchObject({ exitCode: 0 })
  })

  it.each(['fast', 'official'])('%s refuses what is no AsyncAPI, with the same line', async (form) => {
    const project = createProject({ 'specs/orders.yaml': orderSpec.replace('action: send', 'action: sned') })
    const { exitCode, stderr } = await project.idemgen(['generate', 'specs/orders.yaml', '--validate', form])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^specs\/orders\.yaml:25:5 error asyncapi-invalid "action": "sned" is none of "send", "receive"$/m,
    )
    expect(fs.existsSync(join(project.path, 'generated'))).toBe(false)
  })
})

describe('generate --perspective client', () => {
  it('generates the other side, and says so', async () => {
    const spec = orderSpec.replace(/ {2}sendOrderPaid:.*?(?= {2}onOrderPaid:)/s, '')
    const project = createProject({ 'specs/orders.yaml': spec })
    const { exitCode, stderr } = await project.idemgen(['generate', 'specs/orders.yaml', '--perspective', 'client'])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/: 1 publisher, 0 consumer groups \(publishing only, as its operations say for a client; /)
    expect(fs.existsSync(join(project.path, 'generated/publishers.ts'))).toBe(true)
    expect(fs.existsSync(join(project.path, 'generated/consumers.ts'))).toBe(false)
  })
})
