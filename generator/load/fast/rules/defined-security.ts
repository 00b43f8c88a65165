import { isList, isObject, type Json, type JsonObject } from '../../../model/document.js'
import type { OfficialDiagnostic } from '../../official.js'
import { type Rule, remark } from '../rule.js'
import { type Spot, spotsAt } from '../walk.js'

/** What a server or an operation requires is a security scheme that is defined, with the scopes that it has. */
export const definedSecurity: Rule = ({ resolved, written }) => {
  // The parser looks the schemes up in the document as it is written: one behind a reference shows no scopes.
  const [schemes] = spotsAt(written, 'components securitySchemes')
  const defined = isObject(schemes?.value) ? schemes.value : {}
  const servers = spotsAt(resolved, 'servers * security *')
  const operations = spotsAt(resolved, 'channels * publish|subscribe security *')
  return [
    ...servers.flatMap((spot) => faultsOf(spot, { kind: 'Server', code: 'asyncapi2-server-security', defined })),
    ...operations.flatMap((spot) =>
      faultsOf(spot, { kind: 'Operation', code: 'asyncapi2-operation-security', defined }),
    ),
  ]
}

interface Requiring {
  readonly kind: 'Server' | 'Operation'
  readonly code: string
  readonly defined: JsonObject
}

function faultsOf({ path, value }: Spot, { kind, code, defined }: Requiring): readonly OfficialDiagnostic[] {
  if (!isObject(value) || !Object.values(value).every(isTexts)) return []
  return Object.entries(value).flatMap(([name, scopes]) => {
    if (!Object.hasOwn(defined, name)) {
      return [remark(code, `${kind} must not reference an undefined security scheme.`, [...path, name])]
    }
    const available = scopesOf(defined[name])
    if (available === undefined || !isList(scopes)) return []
    const message = `Non-existing security scope for the specified security scheme. Available: [${available.join(', ')}]`
    return scopes.flatMap((scope, i) => {
      return typeof scope === 'string' && available.includes(scope) ? [] : [remark(code, message, [...path, name, i])]
    })
  })
}

function isTexts(value: Json): boolean {
  return isList(value) && value.every((item) => typeof item === 'string')
}

const flows = ['implicit', 'password', 'clientCredentials', 'authorizationCode']

/** Undefined for schemes without scopes. */
function scopesOf(scheme: Json | undefined): readonly string[] | undefined {
  if (!isObject(scheme) || scheme.type !== 'oauth2') return undefined
  const byFlow = isObject(scheme.flows) ? scheme.flows : {}
  const scopes = flows.flatMap((flow) => {
    const found = byFlow[flow]
    return isObject(found) && isObject(found.scopes) ? Object.keys(found.scopes) : []
  })
  return [...new Set(scopes)]
}
