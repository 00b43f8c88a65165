import { parametersIn, settingsOf } from '../model/address.js'
import type { Doc, Docs, ParameterContract, ParameterSettings } from '../model/contract.js'
import { isList, isObject, type Json } from '../model/document.js'
import { placeKey } from '../model/pointer.js'
import type { Found } from '../model/reference.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import { compareText, sortedRecord } from './group-by.js'
import { locationOf } from './messages/field-expression.js'
import { childPlace, type Node, namedObjects, objectAt, textMember } from './node.js'
import { docOf } from './schema/collect-schemas.js'
import { findField } from './schema/find-field.js'

/** Where a message holds the values that a location may name. */
export interface LocationSources {
  /** How findings name the message: its key. */
  readonly message: string
  readonly payload?: Found
  readonly headers?: Found
}

/** What a channel says of the parameters of its address, for one of its messages; undefined where it says nothing. */
export function parameterSettings(
  context: Context,
  channel: Channel,
  sources: LocationSources,
): ParameterSettings | undefined {
  const settings = describedParameters(context, channel).map(({ name, node }) => {
    return [name, parameterContract(context, node, sources)] as const
  })
  return settings.length === 0 ? undefined : sortedRecord(settings)
}

/** The words of the document on the parameters of the channels, for the people who read the output. */
export function parameterDocs(context: Context, channels: readonly Channel[]): Docs {
  const docs = channels.flatMap((channel) => {
    return describedParameters(context, channel).flatMap(({ node }): readonly (readonly [string, Doc])[] => {
      const doc = docOf({ ...schemaOf(context, node)?.value, ...node.value })
      return doc === undefined ? [] : [[placeKey(node.place), doc]]
    })
  })
  return Object.fromEntries(docs)
}

/**
 * The parameters for a message that several channels carry: what each of them allows is allowed. `publish` is told of
 * each channel by itself.
 */
export function unitedSettings(all: readonly (ParameterSettings | undefined)[]): ParameterSettings | undefined {
  const names = new Set(all.flatMap((settings) => Object.keys(settings ?? {})))
  if (names.size === 0) return undefined
  const united = [...names].map((name) => {
    const own = all.flatMap((settings) => settingsOf(settings, name) ?? [])
    const { from } = own[0] ?? { from: '' }
    const isListed = own.length === all.length && own.every(({ values }) => values !== undefined)
    const values = isListed ? [...new Set(own.flatMap((one) => one.values ?? []))].sort(compareText) : undefined
    return [name, { from, ...(values === undefined ? {} : { values }) }] as const
  })
  return sortedRecord(united)
}

function describedParameters(context: Context, channel: Channel) {
  const names = parametersIn(channel.address)
  return namedObjects(context, objectAt(context, channel.node, 'parameters')).flatMap((node) => {
    const saysSomething = Object.keys(node.value).length > 0
    return names.includes(node.name) && saysSomething ? [{ name: node.name, node }] : []
  })
}

/** AsyncAPI 2 describes the values by a schema, 3 by members of the parameter. */
function schemaOf(context: Context, node: Node): Node | undefined {
  return objectAt(context, node, 'schema')
}

function parameterContract(context: Context, node: Node, sources: LocationSources): ParameterContract {
  const schema = schemaOf(context, node) ?? node
  const values = listed(schema.value.enum)
  const fallback = scalarText(schema.value.default)
  const location = knownLocation(context, node, sources)
  return {
    from: placeKey(node.place),
    ...(values === undefined ? {} : { values }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(location === undefined ? {} : { location }),
  }
}

function listed(values: Json | undefined): readonly string[] | undefined {
  if (values === undefined || !isList(values)) return undefined
  const texts = [...new Set(values.flatMap((value) => scalarText(value) ?? []))]
  return texts.length === 0 ? undefined : texts.sort(compareText)
}

/** As it stands in a routing key. */
function scalarText(value: Json | undefined): string | undefined {
  return value === undefined || value === null || isList(value) || isObject(value) ? undefined : String(value)
}

/** A parameter that is not where the document says it is has to be given to `publish`. */
function knownLocation(context: Context, node: Node, { message, payload, headers }: LocationSources) {
  const text = textMember(context, node, 'location')
  const location = locationOf(text)
  if (location === undefined) return undefined
  const schema = location.in === 'payload' ? payload : headers
  const found = schema === undefined ? undefined : findField(context, schema, location.path)
  if (found?.kind === 'found' || found?.kind === 'optional') return location
  context.report({
    rule: 'parameter-location-unknown',
    severity: 'warning',
    message: `"${message}" has nothing at "${text}", where a parameter of its address is said to be`,
    hint: 'add the field to the schema, or remove location: the parameter is given to publish then',
    at: childPlace(node.place, 'location'),
  })
  return undefined
}
