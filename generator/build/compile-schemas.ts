import type { Ajv } from 'ajv'
import type { Contract, PlaceKey } from '../model/contract.js'
import { isObject, type Json, type JsonObject } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { joinPointer, type Place } from '../model/pointer.js'
import { mapSubschemas } from '../model/schema-keywords.js'

/**
 * Finds what in the schemas of a contract the emitted code could not compile: a service would find out with its first
 * message, and park them all. Loads ajv, so it is no part of `build`.
 */
export async function compileSchemas({ schemas }: Pick<Contract, 'schemas'>): Promise<readonly Finding[]> {
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')])
  // The options of the emitted validator.
  const ajv = new Ajv({ strict: false, logger: false })
  formats.default.default(ajv)
  const compile = rememberingCompiler(ajv)
  return Object.entries(schemas).flatMap(([key, schema]) => {
    const at = placeOf(key)
    const misfits = misfitsIn(ajv, alone(schema), at)
    return misfits.length > 0 ? misfits : riskyParts(alone(schema), at).flatMap((part) => faultOf(part, compile))
  })
}

/** The innermost parts that are no draft-07, so that the findings stand where the faults are. */
function misfitsIn(ajv: Ajv, schema: Json, at: Place): readonly Finding[] {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return [finding(at, 'it is neither an object nor true or false')]
  if (ajv.validateSchema(schema) === true) return []
  const [error] = ajv.errors ?? []
  const inner = subschemas(schema).flatMap(({ child, pointer }) => misfitsIn(ajv, child, below(at, pointer)))
  return inner.length > 0
    ? inner
    : [finding(below(at, error?.instancePath ?? ''), error?.message ?? 'it is no draft-07')]
}

interface Part {
  readonly schema: JsonObject
  readonly at: Place
}

/** Words that hold expressions: the schema of draft-07 lets them through, and a validator may still refuse them. */
const riskyWords: ReadonlySet<string> = new Set([
  ...['pattern', 'patternProperties'],
  ...['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'],
])

/** The parts of a schema that have such words, each without the rest: compiling everything takes seconds. */
function riskyParts(schema: Json, at: Place): readonly Part[] {
  if (!isObject(schema)) return []
  const words = Object.entries(schema).filter(([word]) => riskyWords.has(word))
  const inner = subschemas(schema).flatMap(({ child, pointer }) => riskyParts(child, below(at, pointer)))
  if (words.length === 0) return inner
  // A schema that everything fits is not compiled, and neither would be the name it has.
  const risky = words.map(([word, value]) => [word, mapSubschemas(word, value, () => false)] as const)
  const kept = Object.entries(schema).filter(([word]) => word === 'type' || word === 'format')
  return [{ schema: Object.fromEntries([...kept, ...risky]), at }, ...inner]
}

type Compiler = (schema: JsonObject) => string | undefined

/** Compiles each schema once, since documents repeat their patterns, and says why one cannot be compiled. */
function rememberingCompiler(ajv: Ajv): Compiler {
  const reasons = new Map<string, string | undefined>()
  return (schema) => {
    const text = JSON.stringify(schema)
    if (!reasons.has(text)) reasons.set(text, compileError(ajv, schema))
    return reasons.get(text)
  }
}

function compileError(ajv: Ajv, schema: JsonObject): string | undefined {
  try {
    ajv.compile(schema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    ajv.removeSchema(schema)
  }
}

function faultOf({ schema, at }: Part, compile: Compiler): readonly Finding[] {
  const reason = compile(schema)
  return reason === undefined ? [] : [finding(at, reason)]
}

function finding(at: Place, reason: string): Finding {
  return {
    rule: 'schema-invalid',
    severity: 'error',
    message: `the schema cannot be used: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    hint: 'schemas are JSON Schema draft-07, and their patterns regular expressions with the u flag',
    at,
  }
}

/** The schema without what it refers to, whose faults are its own, and without what the output does without. */
function alone(schema: Json): Json {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') return true
  const words = Object.entries(schema).filter(([word]) => word !== 'nullable')
  return Object.fromEntries(words.map(([word, value]) => [word, mapSubschemas(word, value, alone)]))
}

function subschemas(schema: JsonObject): readonly { readonly child: Json; readonly pointer: string }[] {
  const found: { readonly child: Json; readonly pointer: string }[] = []
  for (const [word, value] of Object.entries(schema)) {
    mapSubschemas(word, value, (child, path) => {
      found.push({ child, pointer: joinPointer('', ...path) })
      return child
    })
  }
  return found
}

function below(at: Place, pointer: string): Place {
  return { file: at.file, pointer: at.pointer + pointer }
}

function placeOf(key: PlaceKey): Place {
  const end = key.indexOf('#')
  return { file: key.slice(0, end), pointer: key.slice(end + 1) }
}
