import { isObject } from '../../../model/document.js'
import { pointerSegments } from '../../../model/pointer.js'
import type { OfficialDiagnostic } from '../../official.js'
import { versionFamilies } from '../official-versions.js'
import { type Rule, remark } from '../rule.js'
import type { Validator } from '../schema-error.js'
import { type Spot, spotsAt } from '../walk.js'

const code = 'asyncapi2-schemas'

const ways = [
  'channels * publish|subscribe message',
  'channels * publish|subscribe message oneOf *',
  'components channels * publish|subscribe message',
  'components channels * publish|subscribe message oneOf *',
  'components messages *',
]

/** The payloads of messages of versions 2 are schemas of the format that they say; a format that is not known is a warning. */
export function messagePayloads(isSchema: Validator): Rule {
  return ({ resolved }) => ways.flatMap((way) => spotsAt(resolved, way).flatMap((spot) => faultsOf(spot, isSchema)))
}

function faultsOf({ path, value }: Spot, isSchema: Validator): readonly OfficialDiagnostic[] {
  if (!isObject(value) || !value.payload) return []
  const { schemaFormat, payload } = value
  if (schemaFormat !== undefined && typeof schemaFormat !== 'string') return []
  if (schemaFormat !== undefined && !knownFormats.has(schemaFormat)) {
    const unknown = remark(code, `No schema parser registered for "${schemaFormat}"`, [...path, 'schemaFormat'])
    return [{ ...unknown, severity: 'warning' }]
  }
  if (isSchema(payload)) return []
  return (isSchema.errors ?? []).map(({ message = '', instancePath }) => {
    return remark(code, message, [...path, 'payload', ...pointerSegments(instancePath)])
  })
}

const knownFormats: ReadonlySet<string> = new Set([
  ...['', '+json', '+yaml'].map((suffix) => `application/schema${suffix};version=draft-07`),
  ...Object.values(versionFamilies)
    .flat()
    .flatMap((version) =>
      ['', '+json', '+yaml'].map((suffix) => `application/vnd.aai.asyncapi${suffix};version=${version}`),
    ),
])
