import type { RuleText } from '../rule.js'

/** What can be wrong with a file before it is a document. */
export const readingTexts: readonly RuleText[] = [
  {
    name: 'yaml-broken',
    topic: 'document',
    severity: 'error',
    summary: 'the file is no YAML',
    why: `Nothing of the file can be used, so nothing else can be said about it. The position is where the
reader gave up; what causes it often stands a line above.`,
    wrong: 'address: order.{paid',
    right: "address: 'order.{paid}'",
  },
  {
    name: 'json-broken',
    topic: 'document',
    severity: 'error',
    summary: 'the file is no JSON',
    why: `Nothing of the file can be used. JSON has no comments, no trailing commas and no key twice in one
object: of two equal keys most readers silently take the last.`,
    wrong: '{ "address": "order.paid", }',
    right: '{ "address": "order.paid" }',
  },
  {
    name: 'not-utf8',
    topic: 'document',
    severity: 'error',
    summary: 'the file holds bytes that are not UTF-8',
    why: 'Names would come out different on another machine, and with them event types and keys.',
    wrong: 'title: Caf\\xe9   # saved as Latin-1',
    right: 'title: Café      # saved as UTF-8',
  },
  {
    name: 'alias-unbounded',
    topic: 'document',
    severity: 'error',
    summary: 'YAML aliases would expand to more than can be read',
    why: `An alias that contains itself, or aliases of aliases, stand for a value without end. A few lines of
them can fill the memory of whatever reads the file.`,
    wrong: 'node: &node { next: *node }',
    right: "node: { next: { $ref: '#/node' } }",
  },
  {
    name: 'nested-too-deep',
    topic: 'document',
    severity: 'error',
    summary: 'a value is nested deeper than any document needs',
    why: `Such depth comes from a generator gone wrong, and every tool behind this one walks it with a stack
that ends.`,
    wrong: 'a: { a: { a: … } }    # thousands of levels',
    right: "a: { $ref: '#/components/schemas/A' }",
  },
  {
    name: 'key-forbidden',
    topic: 'document',
    severity: 'error',
    summary: 'a key has a meaning of its own in JavaScript',
    why: `"__proto__" as a key changes what other keys mean. A key that is a map itself becomes "[object
Object]" and collides with the next one.`,
    wrong: '{ tenant }: true',
    right: "'{ tenant }': true",
  },
  {
    name: 'value-not-json',
    topic: 'document',
    severity: 'error',
    summary: 'a number is no value of JSON',
    why: 'Not-a-number and infinity cannot be written as JSON, so no message could carry them.',
    wrong: 'maximum: .inf',
    right: '# leave maximum out',
  },
  {
    name: 'not-asyncapi',
    topic: 'document',
    severity: 'error',
    summary: 'the file is no AsyncAPI document',
    why: `Only a document with the key "asyncapi" is read. A hook names whatever was changed: with --hook such
files are passed over.`,
    wrong: 'openapi: 3.1.0',
    right: 'asyncapi: 3.0.0',
  },
  {
    name: 'version-unsupported',
    topic: 'document',
    severity: 'error',
    summary: 'the version of AsyncAPI is not read by this release',
    why: `What a key means depends on the version. Read as another one, messages could go where nobody expects
them.`,
    wrong: 'asyncapi: 1.2.0',
    right: 'asyncapi: 3.0.0',
  },
  {
    name: 'ref-missing',
    topic: 'document',
    severity: 'error',
    summary: 'a reference leads nowhere',
    why: `What should stand there is missing in types, keys and bindings, and what is generated would differ
from what was meant.`,
    wrong: "$ref: '#/components/schemas/Ordr'",
    right: "$ref: '#/components/schemas/Order'",
  },
  {
    name: 'ref-circular',
    topic: 'document',
    severity: 'error',
    summary: 'references lead in a circle without a value',
    why: 'Following them never ends, so there is no value.',
    wrong: `A: { $ref: '#/B' }
B: { $ref: '#/A' }`,
    right: `A: { $ref: '#/B' }
B: { type: string }`,
  },
  {
    name: 'ref-by-id',
    topic: 'document',
    severity: 'error',
    summary: 'a reference names a schema by its $id or $anchor',
    why: 'AsyncAPI knows places alone: other tools would not find the schema.',
    wrong: "$ref: 'https://example.com/order'",
    right: "$ref: '#/components/schemas/Order'",
  },
  {
    name: 'ref-absolute',
    topic: 'document',
    severity: 'error',
    summary: 'a reference is an absolute path',
    why: 'It works on one machine only.',
    wrong: '$ref: /order.yaml',
    right: '$ref: ./order.yaml',
  },
  {
    name: 'ref-remote',
    topic: 'document',
    severity: 'error',
    summary: 'a reference to a URL was not read',
    why: `What stands behind a URL may change between two runs, so URLs are fetched only when asked for, and a
copy is kept.`,
    wrong: '$ref: https://example.com/order.yaml    # without --allow-remote',
    right: 'idemgen generate --allow-remote    # once, and commit the copy',
  },
]
