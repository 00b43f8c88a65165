import { describe, expect, it } from 'vitest'
import { orderSpec } from './order-spec.js'
import { createProject } from './test-project.js'

const slow = orderSpec.replace('businessKey: [orderId]', 'businessKey: [orderId]\n      handlerTimeout: 5m')
const unknown = orderSpec.replace('businessKey: [orderId]', 'businessKey: [orderId]\n      handlerTimout: 5m')

describe('idemgen lint --checklist', () => {
  it('says of each group what holds, by rules of taste too', async () => {
    const project = createProject({ 'orders.yaml': slow })
    const { exitCode, stdout, stderr } = await project.idemgen(['lint', '--checklist', 'orders.yaml'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^orders\.yaml: group [\w-]+, 1\d of 15\n {2}what has to hold\n {4}pass /)
    expect(stdout).toMatch(
      /\n {4}fail +the process ends in the middle [^\n]*\n +orders\.yaml:\d+:\d+ handler-outlasts-limits /,
    )
    expect(stdout).toMatch(/ errors-undeclared /)
  })

  it('is Markdown for a pull request, one part for each document', async () => {
    const project = createProject({ 'a.yaml': orderSpec, 'b.yaml': slow })
    const { stdout } = await project.idemgen(['lint', '--checklist', '--format', 'markdown', 'a.yaml', 'b.yaml'])
    expect(stdout.split('\n').filter((line) => line.startsWith('### '))).toEqual([
      expect.stringMatching(/^### a\.yaml: group billing, 13 of 15$/),
      expect.stringMatching(/^### a\.yaml: group mailing, 15 of 15$/),
      expect.stringMatching(/^### b\.yaml: group billing, 12 of 15$/),
      expect.stringMatching(/^### b\.yaml: group mailing, 14 of 15$/),
    ])
  })

  it('tells errors that are no point of it on stderr, and exits as a plain lint does', async () => {
    const project = createProject({ 'orders.yaml': unknown, 'other.yaml': 'name: x\n' })
    const { exitCode, stdout, stderr } = await project.idemgen(['lint', '--checklist', 'orders.yaml', 'other.yaml'])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^orders\.yaml: group /)
    expect(stderr).toMatch(
      /^orders\.yaml:\d+:\d+ error annotation-key-unknown (?:.|\n)*\nother\.yaml:1:1 error not-asyncapi /,
    )
  })

  it('does not count what the document switches off with a reason', async () => {
    const text = slow.replace(
      /( *)handlerTimeout/,
      '$1# idemgen-disable-next-line handler-outlasts-limits -- nobody waits\n$&',
    )
    const { stdout } = await createProject({ 'orders.yaml': text }).idemgen(['lint', '--checklist', 'orders.yaml'])
    expect(stdout).not.toContain('handler-outlasts-limits')
  })

  it.each([
    [['--format', 'sarif'], '"--checklist" cannot be written as sarif'],
    [['--update-baseline'], '"--checklist" stands beside "--update-baseline"'],
  ])('cannot be combined with %j', async (options, message) => {
    const project = createProject({ 'orders.yaml': orderSpec })
    const { exitCode, stderr } = await project.idemgen(['lint', '--checklist', 'orders.yaml', ...options])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
  })
})
