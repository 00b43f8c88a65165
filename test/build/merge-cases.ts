import type { JsonObject } from '../../generator/model/document.js'

/** What an operation or a message says itself, and its traits; the parts may refer to `parts` under `#/components/x-parts`. */
export interface MergeCase {
  readonly on: 'operation' | 'message'
  readonly own: JsonObject
  readonly traits: readonly JsonObject[]
  readonly parts?: JsonObject
  /** Texts of further files, by name. */
  readonly files?: Readonly<Record<string, JsonObject>>
}

const said = (annotation: JsonObject): JsonObject => ({ 'x-idempotency': annotation })
const part = (name: string) => ({ $ref: `#/components/x-parts/${name}` })
const headers = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: `own ${name}` }])),
})

/** Ways in which an object and its traits meet; each is a case in AsyncAPI 2 and in AsyncAPI 3. */
export const mergeCases: Readonly<Record<string, MergeCase>> = {
  'the trait alone': { on: 'operation', own: {}, traits: [said({ retention: '3d', retry: { attempts: 2 } })] },
  'the object alone': { on: 'operation', own: said({ retention: '3d' }), traits: [{ description: 'nothing' }] },
  'a single value on both': {
    on: 'operation',
    own: said({ retention: '3d' }),
    traits: [said({ retention: '4d' })],
  },
  'different keys': { on: 'operation', own: said({ retention: '3d' }), traits: [said({ handlerTimeout: '4s' })] },
  'objects inside': {
    on: 'operation',
    own: said({ retry: { attempts: 3 }, errorClasses: { business: ['A'] } }),
    traits: [said({ retry: { attempts: 4, delays: ['1s'] }, errorClasses: { default: 'business' } })],
  },
  'lists of equal length': {
    on: 'operation',
    own: said({ errorClasses: { business: ['A', 'B'] } }),
    traits: [said({ errorClasses: { business: ['C', 'D'] } })],
  },
  'lists of other lengths': {
    on: 'message',
    own: said({ businessKey: ['a'] }),
    traits: [said({ businessKey: ['b', 'c', 'd'] })],
  },
  'an empty list': { on: 'message', own: said({ sensitive: [] }), traits: [said({ sensitive: ['email'] })] },
  'an object over a word': {
    on: 'operation',
    own: said({ retention: '3d', strategy: { kind: 'lease', for: '1s' } }),
    traits: [said({ retention: { parked: '9d' }, strategy: 'transaction' })],
  },
  'an empty object': { on: 'operation', own: said({}), traits: [said({ retry: { attempts: 2 } })] },
  'two traits': {
    on: 'operation',
    own: {},
    traits: [said({ retention: '1d', retry: { attempts: 1 } }), said({ retention: '2d', park: 'table' })],
  },
  'two traits and the object': {
    on: 'operation',
    own: said({ retry: { attempts: 9 }, keyHeader: 'park' }),
    traits: [said({ retry: { attempts: 1, delays: ['1s'] } }), said({ retry: { delays: ['2s', '3s'] } })],
  },
  'three traits that go back and forth': {
    on: 'operation',
    own: said({ retention: { processed: '9d' } }),
    traits: [
      said({ retention: { processed: '1d' } }),
      said({ retention: '2d' }),
      said({ retention: { parked: '3d' } }),
    ],
  },
  'a trait by reference': {
    on: 'operation',
    own: said({ retention: '3d' }),
    traits: [part('trait')],
    parts: { trait: said({ retention: '4d', park: 'table' }) },
  },
  'a trait by a chain of references': {
    on: 'message',
    own: said({ keyVersion: 3 }),
    traits: [part('first')],
    parts: { first: part('second'), second: said({ keyVersion: 2, eventType: 'X' }) },
  },
  'the whole annotation by reference': {
    on: 'operation',
    own: said(part('own')),
    traits: [said({ retention: '4d', retry: { attempts: 4 } })],
    parts: { own: { retention: '3d', retry: { delays: ['1s'] } } },
  },
  "the trait's annotation by reference": {
    on: 'operation',
    own: said({ retention: '3d', retry: { delays: ['1s'] } }),
    traits: [said(part('said'))],
    parts: { said: { retention: '4d', retry: { attempts: 4 } } },
  },
  'both by reference': {
    on: 'message',
    own: said(part('own')),
    traits: [said(part('said'))],
    parts: { own: { businessKey: ['a'], fingerprint: { ignore: ['x'] } }, said: { businessKey: ['b'], keyVersion: 2 } },
  },
  'both by the same reference': {
    on: 'operation',
    own: said(part('own')),
    traits: [said(part('own'))],
    parts: { own: { retry: { attempts: 4, delays: ['1s'] } } },
  },
  'a reference deep inside': {
    on: 'operation',
    own: said({ errorClasses: { business: ['A'] }, retry: part('retry') }),
    traits: [said({ retry: { attempts: 4 }, errorClasses: part('classes') })],
    parts: { retry: { attempts: 3, delays: ['1s'] }, classes: { system: ['B'], default: 'business' } },
  },
  'a reference over a single value': {
    on: 'operation',
    own: said({ retention: part('retention') }),
    traits: [said({ retention: '4d' })],
    parts: { retention: { processed: '1d', parked: '2d' } },
  },
  'null takes away': {
    on: 'operation',
    own: said({ retry: { attempts: 3, delays: ['1s'] }, retention: '3d' }),
    traits: [said({ retry: { delays: null }, handlerTimeout: null }), said({ retry: { attempts: 5 } })],
  },
  'a binding of the trait': { on: 'operation', own: {}, traits: [{ bindings: { amqp: { priority: 3, cc: ['a'] } } }] },
  'bindings on both': {
    on: 'operation',
    own: { bindings: { amqp: { priority: 3, cc: ['a'] } } },
    traits: [{ bindings: { amqp: { priority: 4, expiration: 100, cc: ['b', 'c'] } } }],
  },
  'bindings of other protocols': {
    on: 'message',
    own: { bindings: { amqp: { contentEncoding: 'gzip' } } },
    traits: [{ bindings: { kafka: { bindingVersion: '0.4.0' } } }],
  },
  'bindings by reference': {
    on: 'operation',
    own: { bindings: { $ref: '#/components/operationBindings/own' } },
    traits: [{ bindings: { amqp: { userId: 'trait', mandatory: true } } }],
  },
  'headers of the trait': { on: 'message', own: {}, traits: [{ headers: headers('trace') }] },
  'headers on both': { on: 'message', own: { headers: headers('tenant') }, traits: [{ headers: headers('trace') }] },
  'the same header on both': {
    on: 'message',
    own: { headers: headers('tenant', 'trace') },
    traits: [{ headers: { type: 'object', properties: { trace: { type: 'integer', minimum: 3 } } } }],
  },
  'headers of two traits': {
    on: 'message',
    own: { contentType: 'application/json' },
    traits: [
      { headers: headers('trace') },
      { headers: headers('tenant'), contentType: 'application/cloudevents+json' },
    ],
  },
  'headers by reference': {
    on: 'message',
    own: { headers: { $ref: '#/components/schemas/Headers' } },
    traits: [{ headers: { type: 'object', properties: { extra: { $ref: '#/components/schemas/Extra' } } } }],
  },
  'words of the message': {
    on: 'message',
    own: { name: 'own', summary: 'own' },
    traits: [{ name: 'trait', title: 'trait', contentType: 'application/json' }],
  },
  'a trait from another file': {
    on: 'message',
    own: { headers: headers('tenant'), ...said({ keyVersion: 2 }) },
    traits: [{ $ref: './traits/traced.json#/traced' }],
    files: {
      'traits/traced.json': {
        traced: {
          headers: { type: 'object', properties: { trace: { $ref: './words.json#/trace' } } },
          ...said({ fingerprint: { $ref: './words.json#/fingerprint' } }),
        },
      },
      'traits/words.json': { trace: { type: 'string', maxLength: 9 }, fingerprint: { ignore: ['sentAt'] } },
    },
  },
  'an annotation from another file': {
    on: 'operation',
    own: said({ $ref: './said.json' }),
    traits: [said({ retry: { attempts: 7 }, retention: { $ref: './said.json#/retention' } })],
    files: { 'said.json': { retention: { processed: '1d' }, retry: { delays: ['1s'] } } },
  },
}
