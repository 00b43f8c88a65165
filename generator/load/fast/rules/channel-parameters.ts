import { isObject, type JsonObject } from '../../../model/document.js'
import type { OfficialDiagnostic } from '../../official.js'
import { type Rule, remark } from '../rule.js'
import { spotsAt } from '../walk.js'
import { variablesIn } from './variables-in.js'

/** Versions 2: the parameters in the key of a channel are those that it declares. */
export const channelParameters2: Rule = ({ resolved }) =>
  spotsAt(resolved, 'channels *').flatMap(({ path, value }) => {
    if (!isObject(value) || !isObject(value.parameters)) return []
    const variables = variablesIn(path.at(-1) ?? '')
    if (variables.length === 0) return []
    return unlike({ code: 'asyncapi2-channel-parameters', path, variables, parameters: value.parameters })
  })

/** Versions 3: the parameters in the address of a channel are those that it declares, if it declares any. */
export const channelParameters3: Rule = ({ resolved }) =>
  ['channels *', 'components channels *'].flatMap((way) =>
    spotsAt(resolved, way).flatMap(({ path, value }) => {
      if (!isObject(value) || !isObject(value.parameters)) return []
      const { address = null, parameters } = value
      if (address !== null && typeof address !== 'string') return []
      return unlike({ code: 'asyncapi3-channel-parameters', path, variables: variablesIn(address ?? ''), parameters })
    }),
  )

function unlike(channel: {
  readonly code: string
  readonly path: readonly string[]
  readonly variables: readonly string[]
  readonly parameters: JsonObject
}): readonly OfficialDiagnostic[] {
  const { code, path, variables, parameters } = channel
  const missing = variables.filter((name) => !Object.hasOwn(parameters, name))
  const redundant = Object.keys(parameters).filter((name) => !variables.includes(name))
  const missed = `Not all channel's parameters are described with "parameters" object. Missed: ${missing.join(', ')}.`
  return [
    ...(missing.length === 0 ? [] : [remark(code, missed, [...path, 'parameters'])]),
    ...redundant.map((name) => {
      const message = `Channel's "parameters" object has redundant defined "${name}" parameter.`
      return remark(code, message, [...path, 'parameters', name])
    }),
  ]
}
