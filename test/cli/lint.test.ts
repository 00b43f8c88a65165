import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

const volatile = orderSpec
  .replace('businessKey: [orderId]', 'businessKey: [orderId, createdAt]')
  .replace('required: [orderId, amount]', 'required: [orderId, createdAt]')
  .replace('amount:\n            type: integer', 'createdAt:\n            type: string')

describe('idemgen lint', () => {
  it('finds nothing in a good document, and says so to people alone', async () => {
    const project = createProject({ 'specs/orders.yaml': orderSpec })
    expect(await project.idemgen(['lint', 'specs/orders.yaml'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '1 document: nothing found\n',
    })
  })

  it('says where the key of a document is wrong, and what to do', async () => {
    const project = createProject({ 'specs/orders.yaml': volatile })
    const { exitCode, stdout, stderr } = await project.idemgen(['lint', 'specs/orders.yaml'])
    expect(stdout).toMatch(/^specs\/orders\.yaml:\d+:\d+ error key-is-volatile "createdAt" .*\n {2}hint: /)
    expect(stdout).toMatch(/\n1 document: 1 error\n$/)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
  })

  it('lints every document that is named, each once', async () => {
    const project = createProject({ 'a.yaml': orderSpec, 'b.yaml': orderSpec })
    const { stderr } = await project.idemgen(['lint', 'a.yaml', 'b.yaml', './a.yaml'])
    expect(stderr).toBe('2 documents: nothing found\n')
  })

  it('reports a file that is no AsyncAPI to a person', async () => {
    const project = createProject({ 'package.yaml': 'name: x\n' })
    const { exitCode, stdout } = await project.idemgen(['lint', 'package.yaml'])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^package\.yaml:1:1 error not-asyncapi /)
  })

  it('passes over a file that is no AsyncAPI when a hook names it', async () => {
    const project = createProject({ 'package.yaml': 'name: {{ x }\n', 'orders.json': '{"asyncapi":"3.0.0"}' })
    expect(await project.idemgen(['lint', '--hook', 'package.yaml'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect(await project.idemgen(['lint', '--hook'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect((await project.idemgen(['lint', '--hook', 'package.yaml', 'orders.json'])).exitCode).toBe(1)
  })

  it('cannot run without the file', async () => {
    const { exitCode, stderr } = await createProject().idemgen(['lint', 'orders.yaml'])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error file-missing orders\.yaml does not exist\n/)
  })
})

describe('what follows from a mistake', () => {
  it('is not told beside it', async () => {
    const project = createProject({ 'orders.yaml': orderSpec.replace('[orderId]', '[orderId, createdAt]') })
    const { stdout } = await project.idemgen(['lint', 'orders.yaml'])
    expect(stdout.split('\n').filter((line) => line.startsWith('orders.yaml'))).toEqual([
      expect.stringContaining(' error field-unknown "createdAt" '),
    ])
  })
})

describe('idemgen lint --format', () => {
  it.each([
    ['json', /^\[\n {2}\{\n {4}"rule": "key-is-volatile"/],
    ['sarif', /"ruleId": "key-is-volatile"/],
    ['github', /^::error file=orders\.yaml,line=\d+,/],
    ['junit', /^<\?xml /],
    ['markdown', /^## idemgen lint\n/],
  ])('%s goes to stdout alone', async (format, begin) => {
    const project = createProject({ 'orders.yaml': volatile })
    const { exitCode, stdout, stderr } = await project.idemgen(['lint', 'orders.yaml', '--format', format])
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
    expect(stdout).toMatch(begin)
  })

  it('is JSON with --json', async () => {
    const project = createProject({ 'orders.yaml': orderSpec })
    expect(await project.idemgen(['lint', 'orders.yaml', '--json'])).toEqual({
      exitCode: 0,
      stdout: '[]\n',
      stderr: '',
    })
  })
})
