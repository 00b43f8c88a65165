import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

const spec = orderSpec.replace('billing: {}', 'billing: { strategy: lease, errorClasses: { business: [CardExpired] } }')
const service = `
import { startBilling, startMailing } from './generated/index.js'
await startBilling({ broker, database, handlers: {
  async onOrderPaid(order, { tx }) {
    await fetch('https://pay.example')
    await tx.query('update account set points = points + 1')
  },
} })
await startMailing({ broker, database, handlers: {
  async onOrderPaid(order, { tx }) {
    await fetch('https://mail.example')
    await tx.query('update account set mails = mails + 1')
  },
} })
`
const lint = ['lint', 'orders.yaml', '--handlers', 'src/**/*.ts']

describe('idemgen lint --handlers', () => {
  it('judges handlers by the strategy of their group', async () => {
    const project = createProject({ 'orders.yaml': spec, 'src/service.ts': service })
    const { exitCode, stdout } = await project.idemgen(lint)
    const places = stdout.split('\n').filter((line) => line.startsWith('src/'))
    expect(places.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'src/service.ts:6:11 error handler-update-is-relative',
      'src/service.ts:11:11 warning handler-calls-outside',
    ])
    expect(exitCode).toBe(1)
  })

  it('leaves out what the code or the project switches off, and tells what switches off nothing', async () => {
    const told = service
      .replace(
        "await fetch('https://mail",
        "// idemgen-disable-next-line handler-calls-outside -- why\n    await fetch('https://mail",
      )
      .replace(
        "await fetch('https://pay",
        "// idemgen-disable-next-line handler-acknowledges -- why\n    await fetch('https://pay",
      )
    const project = createProject({
      'orders.yaml': spec,
      'src/service.ts': told,
      'idemgen.config.yaml': 'rules: { handler-update-is-relative: off, not-built-yet: off }',
    })
    const { stdout } = await project.idemgen([...lint, '--json'])
    const findings: readonly { file: string; line: number; rule: string }[] = JSON.parse(stdout)
    expect(findings.filter(({ file }) => file.endsWith('.ts'))).toEqual([
      expect.objectContaining({ rule: 'suppression-unused', file: 'src/service.ts', line: 5 }),
    ])
  })

  it('says when there is nothing to check', async () => {
    const project = createProject({ 'orders.yaml': spec, 'src/service.ts': 'export const none = 1\n' })
    const { exitCode, stderr } = await project.idemgen(lint)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(
      /^error handlers-missing no handler of these documents is in the files of "src\/\*\*\/\*\.ts"\n/,
    )
  })

  it('says how to install what it needs', async () => {
    const project = createProject({ 'orders.yaml': spec, 'src/service.ts': service })
    const preload = 'without-ts-morph.mjs'
    const { exitCode, stderr } = await project.idemgen(lint, { preload })
    expect(stderr).toMatch(
      /^error package-missing "--handlers" needs the package ts-morph.*\n.*npm install -D ts-morph/,
    )
    expect(exitCode).toBe(2)
    expect((await project.idemgen(['lint', 'orders.yaml'], { preload })).exitCode).toBe(1)
  })
})
