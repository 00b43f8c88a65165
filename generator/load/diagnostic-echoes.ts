import { isObject } from '../model/document.js'
import { placeKey } from '../model/pointer.js'
import type { Diagnosed } from './diagnosed-place.js'

/**
 * Remarks without those that only repeat another. A message of versions 2 with any fault is also compared with a list
 * of messages, which it is not: then "oneOf" is missing in it, and each of its keys is unknown. A schema with a fault is
 * told a second time by a rule of its own, in fewer words.
 */
export function withoutEchoes(diagnosed: readonly Diagnosed[]): readonly Diagnosed[] {
  const lists = new Set(diagnosed.filter(isMissingList).map(({ place }) => placeKey(place)))
  const structural = new Set(diagnosed.filter(isStructural).map(({ place }) => placeKey(place)))
  const kept = diagnosed.filter((each) => {
    if (each.diagnostic.code === 'asyncapi2-schemas') return !structural.has(placeKey(each.place))
    return !isMissingList(each) && !isKeyOfMessage(each, lists)
  })
  // Where that would leave nothing, they are all that there is.
  return kept.some(({ diagnostic }) => diagnostic.severity === 'error') ? kept : diagnosed
}

function isStructural({ diagnostic }: Diagnosed): boolean {
  return diagnostic.code === 'asyncapi-document-resolved'
}

function isMissingList({ diagnostic, value }: Diagnosed): boolean {
  return isObject(value) && !Object.hasOwn(value, 'oneOf') && /required property "oneOf"$/.test(diagnostic.message)
}

const messageKeys =
  'schemaFormat contentType headers messageId payload correlationId tags summary name title description externalDocs deprecated examples bindings traits'

function isKeyOfMessage({ diagnostic, place }: Diagnosed, messages: ReadonlySet<string>): boolean {
  const [, key = ''] = /^Property "(.*)" is not expected to be here$/s.exec(diagnostic.message) ?? []
  const parent = { ...place, pointer: place.pointer.slice(0, place.pointer.lastIndexOf('/')) }
  return messageKeys.split(' ').includes(key) && messages.has(placeKey(parent))
}
