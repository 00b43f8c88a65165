import { describe, expect, it } from 'vitest'
import { startWebServer, type WebServer } from '../load/web-server.js'
import { orderSpec } from './order-spec.js'
import { createProject, type TestProject } from './test-project.js'

const generate = ['generate', 'specs/orders.yaml']
const payload = orderSpec.slice(orderSpec.indexOf('        type: object'))
const schema = payload.replace(/^ {8}/gm, '')

/** The order document with its payload on a server. */
async function startProject(texts: Readonly<Record<string, string>> = {}): Promise<{
  readonly server: WebServer
  readonly project: TestProject
}> {
  const amount = schema.replace('  amount:\n    type: integer', '  amount:\n    $ref: ./parts/amount.json')
  const server = await startWebServer({
    '/order.yaml': amount,
    '/parts/amount.json': '{ "type": "integer" }',
    ...texts,
  })
  const spec = orderSpec.replace(payload, `        $ref: ${server.url}/order.yaml\n`)
  return { server, project: createProject({ 'specs/orders.yaml': spec }) }
}

const copies = (project: TestProject) =>
  Object.keys(project.snapshot()).filter((path) => path.startsWith('generated/remote/'))

describe('generate with references to the web', () => {
  it('refuses them without --allow-remote, and names it', async () => {
    const { server, project } = await startProject()
    const { exitCode, stderr } = await project.idemgen(generate, { preload: 'no-network.mjs' })
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      `specs/orders.yaml:36:9 error ref-remote ${server.url}/order.yaml is a URL, and URLs are fetched only with --allow-remote\n` +
        '  hint: give --allow-remote once: a copy is kept in generated/remote for runs without it, or refer to a file of your own\n',
    )
    expect(server.asked).toEqual([])
    expect(Object.keys(project.snapshot())).toEqual(['specs/orders.yaml'])
  })

  it('fetches them with it, and has what they say by their URL', async () => {
    const { server, project } = await startProject()
    expect(await project.idemgen([...generate, '--allow-remote'])).toMatchObject({ exitCode: 0 })
    expect(server.asked).toEqual(['/order.yaml', '/parts/amount.json'])
    const contract: unknown = JSON.parse(project.read('generated/contract.json'))
    expect(contract).toHaveProperty(['schemas', `${server.url}/parts/amount.json#`], { type: 'integer' })
    expect(
      copies(project)
        .map((path) => project.read(path))
        .toSorted()[1],
    ).toBe('{ "type": "integer" }')
    expect(copies(project)).toEqual([
      expect.stringMatching(/^generated\/remote\/127-0-0-1-order-[0-9a-f]{12}\.yaml$/),
      expect.stringMatching(/^generated\/remote\/127-0-0-1-parts-amount-[0-9a-f]{12}\.json$/),
    ])
  })

  it('needs no network afterwards, and sees a change with --allow-remote', async () => {
    const answers = { amount: '{ "type": "integer" }' }
    const server = await startWebServer({
      '/order.yaml': schema.replace('  amount:\n    type: integer', '  amount:\n    $ref: ./amount.json'),
      '/amount.json': (_, response) => response.end(answers.amount),
    })
    const project = createProject({
      'specs/orders.yaml': orderSpec.replace(payload, `        $ref: ${server.url}/order.yaml\n`),
    })
    expect(await project.idemgen([...generate, '--allow-remote'])).toMatchObject({ exitCode: 0 })
    answers.amount = '{ "type": "number" }'
    const before = project.snapshot()
    for (const args of [[], ['--check'], ['--check', '--allow-remote']]) {
      expect(await project.idemgen([...generate, ...args], { preload: 'no-network.mjs' })).toMatchObject({
        exitCode: 0,
      })
    }
    expect(project.snapshot()).toEqual(before)
    const { stderr } = await project.idemgen([...generate, '--allow-remote', '--dry-run'])
    expect(stderr).toMatch(/^would update generated\/remote\/127-0-0-1-amount-\w+\.json$/m)
    expect(stderr).toContain('would update generated/contract.json\n')
  })

  it('does not generate from a copy that was edited', async () => {
    const { project } = await startProject()
    await project.idemgen([...generate, '--allow-remote'])
    const [, copy = ''] = copies(project)
    project.edit(copy, (text) => text.replace('integer', 'number'))
    const { exitCode, stderr } = await project.idemgen([...generate, '--check'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`has a copy that was edited, ${copy}\n`)
    expect(await project.idemgen([...generate, '--allow-remote'])).toMatchObject({ exitCode: 2 })
    expect(await project.idemgen([...generate, '--allow-remote', '--force'])).toMatchObject({ exitCode: 0 })
    expect(project.read(copy)).toContain('integer')
  })

  it('fetches once for several documents, and keeps one copy', async () => {
    const { server, project } = await startProject()
    const other = project
      .read('specs/orders.yaml')
      .replaceAll('order.paid', 'stock')
      .replaceAll('billing', 'refill')
      .replaceAll('mailing', 'reports')
    project.write({ 'specs/stock.yaml': other })
    expect(await project.idemgen([...generate, 'specs/stock.yaml', '--allow-remote'])).toMatchObject({ exitCode: 0 })
    expect(server.asked).toEqual(['/order.yaml', '/parts/amount.json'])
    expect(copies(project)).toHaveLength(2)
  })

  it('has the findings of what is wrong out there at its URL', async () => {
    const { server, project } = await startProject({ '/parts/amount.json': '{ "type": "intger" }' })
    const { exitCode, stderr } = await project.idemgen([...generate, '--allow-remote'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      new RegExp(`^${server.url}/parts/amount\\.json:1:3 error asyncapi-invalid "type": "intger"`, 'm'),
    )
  })
})
