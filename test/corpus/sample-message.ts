import type { Validator } from '../../templates/runtime/message/validator.js'
import type { MessageDescriptor } from '../../templates/runtime/types.js'
import { childOf, isTreeObject, placedAt, type Tree } from './json-tree.js'
import type { Generated } from './judge.js'
import { headersOfOptions } from './publish-options.js'
import { atPointer, sampleOf, sampleParameter } from './sample.js'
import { schemaOf } from './surface.js'

/** A valid message as an application would send it. */
export interface MessageSample {
  readonly payload: Tree
  readonly headers: Readonly<Record<string, Tree>>
  readonly parameters: Readonly<Record<string, string>>
}

const ownHeaders = new Set(['businessKey', 'eventType', 'keyVersion', 'messageId'])

/** Made from the document; a text where the emitted validator takes no sample. */
export function sampleMessage(
  generated: Generated,
  name: string,
  { validator, descriptor }: { readonly validator: Validator; readonly descriptor: MessageDescriptor },
): MessageSample | string {
  const { tree, contract } = generated
  const message = contract.messages[name]
  const pointer = message?.from.replace(/^#/, '') ?? ''
  const placed = placedAt(tree, atPointer(tree, pointer), pointer)
  if (message === undefined || placed === undefined) return `it is from nowhere: ${message?.from}`
  const payload = fitting(tree, schemaOf(tree, placed, 'payload').schema, (value) => {
    return validator.check(descriptor.payload, value)
  })
  if ('fault' in payload) return `no sample is valid: ${payload.fault}`
  const headers = fitting(tree, headersSchema(tree, placed), (value) => {
    return isTreeObject(value) ? undefined : 'is no object'
  })
  if ('fault' in headers) return `no headers are valid: ${headers.fault}`
  const own = Object.entries(isTreeObject(headers.value) ? headers.value : {}).filter(
    ([header]) => !ownHeaders.has(header) && !headersOfOptions(message).includes(header),
  )
  return {
    payload: payload.value,
    headers: Object.fromEntries(own),
    parameters: { ...parametersOf(generated, message.parameters), ...located(generated, name, payload.value) },
  }
}

/** The parameters that the payload holds as well. */
function located({ contract }: Generated, name: string, payload: Tree): Readonly<Record<string, string>> {
  const publishers = Object.values(contract.publishers).filter(({ message }) => message === name)
  const settings = publishers.flatMap(({ channels }) =>
    Object.values(channels).map((channel) => channel.parameterSettings),
  )
  const values = settings.flatMap((own) => {
    return Object.entries(own ?? {}).flatMap(([parameter, { location }]) => {
      if (location?.in !== 'payload') return []
      const value = location.path.reduce<Tree | undefined>((tree, member) => childOf(tree, member), payload)
      return value === undefined ? [] : [[parameter, String(value)] as const]
    })
  })
  return Object.fromEntries(values)
}

function headersSchema(tree: Tree, message: Parameters<typeof schemaOf>[1]): Tree {
  const { schema } = schemaOf(tree, message, 'headers')
  const traits = Array.isArray(message.value.traits) ? message.value.traits : []
  const added = traits.map((trait) => childOf(placedAt(tree, trait, '')?.value, 'headers') ?? {})
  return { type: 'object', allOf: [...added, schema ?? {}] }
}

function fitting(
  tree: Tree,
  schema: Tree | undefined,
  check: (value: Tree) => string | undefined,
): { readonly value: Tree } | { readonly fault: string } {
  let fault = ''
  for (let variant = 0; variant < 24; variant += 1) {
    const value = sampleOf(tree, schema, variant)
    const found = check(value)
    if (found === undefined) return { value }
    fault = `${found}, as in ${JSON.stringify(value)}`
  }
  return { fault }
}

function parametersOf({ tree }: Generated, names: readonly string[]): Readonly<Record<string, string>> {
  const channels = Object.values((childOf(tree, 'channels') ?? {}) as object) as readonly Tree[]
  return Object.fromEntries(
    names.map((name) => {
      const owner = channels
        .map((channel) => placedAt(tree, channel, '')?.value)
        .find((channel) => {
          return childOf(childOf(channel, 'parameters'), name) !== undefined
        })
      return [name, sampleParameter(tree, owner, name)]
    }),
  )
}
