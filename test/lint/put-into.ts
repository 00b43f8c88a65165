import { load } from 'js-yaml'

type Tree = Record<string, unknown>

/**
 * A document with the example of a rule in it, as JSON. An example that names a part of the root (`channels`, `operations`,
 * `components`, `x-idempotency`) is laid over the root; any other over the annotation of the first channel. Objects
 * are merged, lists and values replaced; `consumers` takes the place of `consumerGroup`.
 */
export function putInto(base: string, example: string): string {
  const [document, part] = [load(base), load(example)]
  if (!isTree(document) || !isTree(part)) throw new Error(`not an object: ${isTree(part) ? base : example}`)
  const isOfRoot = rootParts.some((name) => name in part)
  return JSON.stringify(merged(document, isOfRoot ? part : { channels: { [firstChannel(document)]: annotated(part) } }))
}

const rootParts = ['asyncapi', 'channels', 'operations', 'components', 'x-idempotency']

function annotated(part: Tree): Tree {
  return { 'x-idempotency': part }
}

function firstChannel(document: Tree): string {
  const [name] = isTree(document.channels) ? Object.keys(document.channels) : []
  if (name === undefined) throw new Error('the document has no channel')
  return name
}

function merged(base: unknown, over: unknown): unknown {
  if (!isTree(base) || !isTree(over)) return over
  const { consumerGroup, ...rest } = base
  const kept = consumerGroup === undefined || 'consumers' in over ? rest : base
  const laid = Object.entries(over).map(([name, value]) => [name, merged(kept[name], value)] as const)
  return { ...kept, ...Object.fromEntries(laid) }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
