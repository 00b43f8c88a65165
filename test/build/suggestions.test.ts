import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { isObject, type Json, type JsonObject } from '../../generator/model/document.js'
import { isError } from '../../generator/model/finding.js'
import { documentOf } from './document.js'

const order: Json = { type: 'object', required: ['orderId'], properties: { orderId: { type: 'string' } } }

const shipment: Json = { type: 'object', required: ['a.id'], properties: { 'a.id': { type: 'string' } } }

const documents: Readonly<Record<string, JsonObject>> = {
  'AsyncAPI 3': {
    asyncapi: '3.0.0',
    info: { title: 'Orders: "all" of them #1', version: '1.0.0' },
    channels: {
      a: { address: 'a', messages: { Paid: { payload: order } } },
      b: { address: 'b', messages: { Shipped: { payload: order }, 'on: off': { payload: { allOf: [shipment] } } } },
    },
  },
  'AsyncAPI 2': {
    asyncapi: '2.6.0',
    info: { title: '', version: '1.0.0' },
    channels: {
      'order/paid': { publish: { message: { payload: order } } },
      'order/shipped': { subscribe: { message: { name: 'yes', payload: order } } },
    },
  },
}

test.each(Object.entries(documents))('what is suggested for %s is an annotation without errors', (_, document) => {
  const { findings } = build(documentOf(document))
  const channels = Object.entries(objectIn(document.channels)).map(([key, channel]) => {
    const suggestion = findings.find(
      ({ rule, message }) => rule === 'annotation-suggested' && message.includes(`"${key}"`),
    )
    const [, ...lines] = suggestion?.hint?.split('\n') ?? []
    return [key, { ...objectIn(channel), ...objectIn(load(lines.join('\n')) as Json) }] as const
  })
  const annotated = build(documentOf({ ...document, channels: Object.fromEntries(channels) }))
  expect(annotated.findings.filter(isError)).toEqual([])
  expect(Object.keys(annotated.contract.messages).length).toBeGreaterThan(1)
})

function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
