import type { Ajv } from 'ajv'
import { isList, isObject, type Json } from '../../model/document.js'
import type { OfficialDiagnostic } from '../official.js'
import { remark } from './rule.js'
import type { Example } from './rules/examples.js'
import type { Validator } from './schema-error.js'
import { schemaRemarks } from './schema-remarks.js'

/**
 * Checks examples against their schemas as the official parser does. Undefined when one of the schemas is of a kind
 * that only the parser itself can judge.
 */
export async function exampleFaults(examples: readonly Example[]): Promise<readonly OfficialDiagnostic[] | undefined> {
  if (examples.length === 0) return []
  const schemas = new Map([...new Set(examples.map(({ schema }) => schema))].map((each) => [each, writtenOut(each)]))
  if ([...schemas.values()].includes('other')) return undefined
  const compile = rememberingCompiler(await createAjv())
  return examples.flatMap((example) => {
    const schema = schemas.get(example.schema)
    // The parser cannot compile a schema in a circle, and says nothing then.
    return schema === undefined || typeof schema === 'string' ? [] : faultsOf(example, compile(schema.value))
  })
}

async function createAjv(): Promise<Ajv> {
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')])
  const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, unicodeRegExp: false, logger: false })
  formats.default.default(ajv)
  // The parser's formats are those of an earlier release, which take a time without a zone and zeros in front.
  for (const name of ['time', 'date-time'] as const) ajv.addFormat(name, formats.default.default.get(`iso-${name}`))
  ajv.addFormat('ipv4', /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/)
  return ajv
}

type Compiled = Validator | { readonly fault: string }

function rememberingCompiler(ajv: Ajv): (schema: Json) => Compiled {
  const known = new Map<Json, Compiled>()
  return (schema) => {
    const compiled = known.get(schema) ?? compileWith(ajv, schema)
    known.set(schema, compiled)
    return compiled
  }
}

function compileWith(ajv: Ajv, schema: Json): Compiled {
  try {
    // What is neither an object nor a boolean, ajv refuses like other nonsense.
    return ajv.compile(schema as object) as Validator
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function faultsOf({ code, path, value }: Example, validate: Compiled): readonly OfficialDiagnostic[] {
  if ('fault' in validate) return [remark(code, validate.fault, path)]
  if (validate(value)) return []
  const remarks = schemaRemarks(validate.errors ?? [], { value, name: path.at(-1) ?? '' })
  return remarks.map(({ message, path: inside }) => remark(code, message, [...path, ...inside]))
}

/** Keywords that give a schema another meaning in another place, or another validator in the parser. */
const otherKeywords = ['$schema', '$id', '$anchor', '$ref', '$dynamicRef', '$recursiveRef', 'errorMessage']

// Far more than a schema with examples holds; a few references to large schemas multiply quickly.
const mostValues = 20_000

/** A schema as it would stand in a file of its own. */
function writtenOut(schema: Json): { readonly value: Json } | 'circular' | 'other' {
  const open = new Set<Json>()
  let outcome: 'circular' | 'other' | undefined
  let count = 0
  const copy = (value: Json): Json => {
    if (!isObject(value) && !isList(value)) return value
    count++
    if (open.has(value)) outcome ??= 'circular'
    if (count > mostValues || (isObject(value) && otherKeywords.some((key) => Object.hasOwn(value, key))))
      outcome = 'other'
    if (outcome !== undefined) return null
    open.add(value)
    const result = isList(value)
      ? value.map(copy)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]))
    open.delete(value)
    return result
  }
  const value = copy(schema)
  return outcome ?? { value }
}
