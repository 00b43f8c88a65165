import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAnnotation } from '../../generator/build/grammar/check.js'
import { type AnnotationPlace, placeShapes } from '../../generator/build/grammar/places.js'
import { located } from '../../generator/build/located.js'
import type { Json } from '../../generator/model/document.js'
import { annotationSchema } from './annotation-schema.js'
import { annotationOf } from './arbitrary-annotation.js'

const path = new URL('../../schema/x-idempotency.schema.json', import.meta.url)
if (process.env.UPDATE_CASES === '1') writeFileSync(path, `${JSON.stringify(annotationSchema(), null, 2)}\n`)

test('the published schema is written from the table of the grammar', () => {
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(annotationSchema())
})

describe('the published schema and the reader agree about annotations', () => {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
  ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')), 'annotation')

  for (const place of ['root', 'channel', 'message', 'operation'] as const) {
    test(`of a ${place}`, () => {
      // `false` is read before the grammar is asked.
      const validate = validator(ajv, place === 'channel' ? 'channelSettings' : place)
      const seen = { valid: 0, invalid: 0 }
      fc.assert(
        fc.property(annotationOf(placeShapes[place]), (annotation) => {
          const isValid = validate(annotation) === true
          seen[isValid ? 'valid' : 'invalid'] += 1
          expect({ annotation, isValid: faults(annotation, place).length === 0 }).toEqual({ annotation, isValid })
        }),
        { numRuns: 1_500 },
      )
      // A generator that made only one kind would show nothing.
      expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(150)
    })
  }

  test('lengths are counted in characters, as JSON Schema does', () => {
    const validate = validator(ajv, 'message')
    for (const [length, isRight] of [
      [200, true],
      [201, false],
    ] as const) {
      const annotation = { eventType: '🐇'.repeat(length) }
      expect([validate(annotation), faults(annotation, 'message').length === 0]).toEqual([isRight, isRight])
    }
  })

  test('a reference stands alone, wherever an object may stand', () => {
    const validate = validator(ajv, 'channel')
    const isValid = (annotation: Json) => validate(annotation) === true
    expect(isValid({ $ref: '#/components/x' })).toBe(true)
    expect(isValid({ $ref: '#/components/x', businessKey: ['id'] })).toBe(false)
    expect(isValid({ businessKey: ['id'], consumers: { $ref: '#/x' } })).toBe(true)
    expect(isValid({ businessKey: ['id'], consumers: { a: { retry: { $ref: '#/x' } } } })).toBe(true)
    expect(isValid({ businessKey: ['id'], consumers: { a: { retry: { $ref: '#/x', attempts: 3 } } } })).toBe(false)
    expect(isValid({ previousKeys: [{ $ref: '#/x' }], strategy: { $ref: '#/x' } })).toBe(true)
    expect(isValid(false)).toBe(true)
    expect(isValid(true)).toBe(false)
  })
})

function validator(ajv: Ajv, place: AnnotationPlace | 'channelSettings'): ValidateFunction {
  const validate = ajv.getSchema(`annotation#/definitions/${place}`)
  if (validate === undefined) throw new Error(`the schema has no definition ${place}`)
  return validate
}

/** What the reader finds wrong; what is right and not built yet is not wrong. */
function faults(annotation: Json, place: AnnotationPlace): readonly string[] {
  const rules: string[] = []
  const report = ({ rule }: { readonly rule: string }) => void rules.push(rule)
  checkAnnotation(located(annotation, { file: '', pointer: '' }), placeShapes[place], { report, newer: false })
  return rules.filter((rule) => rule !== 'not-built-yet')
}
