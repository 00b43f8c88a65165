import { expect, test } from 'vitest'
import { validate } from '../../generator/load/validate.js'
import type { Document } from '../../generator/model/document.js'
import { loadTexts } from './load-texts.js'

test('a parser that crashes is a finding without a stack', async () => {
  const { document } = await loadTexts({ 'spec.yaml': 'asyncapi: 3.0.0\ninfo: { title: t, version: "1" }\n' })
  const root = document?.files.get('')
  if (document === undefined || root === undefined) throw new Error('there is no root')
  const broken: Document = { ...document, files: new Map([['', { ...root, value: { asyncapi: 3 } }]]) }
  const [finding, ...others] = await validate(broken, { form: 'official' })
  expect(others).toEqual([])
  expect(finding).toMatchObject({ rule: 'asyncapi-uncaught-error', severity: 'error', at: { file: '', pointer: '' } })
  expect(finding?.message).toMatch(/^the official parser failed: /)
  expect(finding?.message).not.toMatch(/\n|\.js:/)
})
