import { braced, code } from '../code.js'
import { asData, data, memberName } from '../data.js'
import { schemaDocument } from '../schema-document.js'
import type { View } from '../template-engine.js'
import { sortedEntries, type ViewInput } from './view-input.js'

/** schemas.ts: the JSON Schemas as data; ajv compiles those that a service uses, when it first needs them. */
export function schemasView({ contract }: ViewInput): View {
  const definitions = sortedEntries(schemaDocument(contract).definitions)
  return {
    definitions: braced(
      definitions.map(([place, schema]) => {
        const name = memberName(place)
        const value = typeof schema === 'object' && schema !== null ? asData(schema) : schema
        return code`${name}: ${data(value, { indent: 4, taken: 4 + name.length + 3 })},`
      }),
      2,
    ),
  }
}
