import { CORE_SCHEMA, type LoadOptions, Type } from 'js-yaml'
import { deepestNesting } from './text-fault.js'

/** Merge keys (`<<: *defaults`) are YAML 1.1, but common in specs, and the official parser reads them. */
const merge = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' })

/**
 * Plain JSON values only: a date stays the text it is in the file, and tags that would make other things of a value
 * (`!!binary`, `!!js/function`, `!!set`) are refused as unknown.
 */
export const yamlOptions: LoadOptions = {
  schema: CORE_SCHEMA.extend({ implicit: [merge] }),
  // Known to js-yaml since 4.3, not yet to its types. It counts the root as a level, and a key that it tries to read.
  ...{ maxDepth: deepestNesting + 2 },
}
