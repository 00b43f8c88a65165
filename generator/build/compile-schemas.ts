import type { Contract, PlaceKey } from '../model/contract.js'
import { isObject, type Json, type JsonObject } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { joinPointer, type Place, pointerSegments } from '../model/pointer.js'
import { mapSubschemas } from '../model/schema-keywords.js'

/**
 * Compiles every schema of a contract as the emitted code will, and reports those that cannot be compiled: a service
 * would find out with its first message, and park them all. Loads ajv, so it is no part of `build`.
 */
export async function compileSchemas({ schemas }: Pick<Contract, 'schemas'>): Promise<readonly Finding[]> {
  const compile = await createCompiler()
  return Object.entries(schemas).flatMap(([key, schema]) => brokenParts(schema, placeOf(key), compile))
}

/** Why a schema cannot be compiled: at most one reason, and where in the schema it stands; undefined when it can. */
type Compile = (schema: Json) => { readonly pointer: string; readonly reason: string } | undefined

async function createCompiler(): Promise<Compile> {
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')])
  // The options of the emitted validator.
  const ajv = new Ajv({ strict: false, logger: false })
  const plugin = formats.default
  plugin.default(ajv)
  return (json) => {
    const schema = typeof json === 'boolean' || isObject(json) ? json : true
    if (ajv.validateSchema(schema) !== true) {
      const [error] = ajv.errors ?? []
      return { pointer: error?.instancePath ?? '', reason: error?.message ?? 'it does not fit draft-07' }
    }
    try {
      ajv.compile(schema)
      return undefined
    } catch (error) {
      return { pointer: '', reason: error instanceof Error ? error.message : String(error) }
    } finally {
      ajv.removeSchema(schema)
    }
  }
}

/** The innermost parts that fail, so that the finding stands where the fault is. */
function brokenParts(schema: Json, at: Place, compile: Compile): readonly Finding[] {
  const fault = compile(alone(schema))
  if (fault === undefined) return []
  const inner = subschemas(schema).flatMap(({ child, pointer }) => {
    return brokenParts(child, { file: at.file, pointer: at.pointer + pointer }, compile)
  })
  if (inner.length > 0) return inner
  const place = { file: at.file, pointer: at.pointer + fault.pointer }
  const keyword = pointerSegments(fault.pointer).at(-1)
  return [
    {
      rule: 'schema-invalid',
      severity: 'error',
      message: `${keyword === undefined ? 'the schema' : `"${keyword}" of the schema`} cannot be used: ${reasonText(fault.reason)}`,
      hint: 'schemas are JSON Schema draft-07, and their patterns regular expressions with the u flag',
      at: place,
    },
  ]
}

/** The schema without what it refers to, whose faults are its own, and without what the output does without. */
function alone(schema: Json): Json {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') return true
  const words = Object.entries(schema).filter(([word]) => word !== 'nullable')
  return Object.fromEntries(words.map(([word, value]) => [word, mapSubschemas(word, value, alone)]))
}

function subschemas(schema: Json): readonly { readonly child: Json; readonly pointer: string }[] {
  const found: { readonly child: Json; readonly pointer: string }[] = []
  const members: JsonObject = isObject(schema) && typeof schema.$ref !== 'string' ? schema : {}
  for (const [word, value] of Object.entries(members)) {
    mapSubschemas(word, value, (child, path) => {
      found.push({ child, pointer: joinPointer('', ...path) })
      return child
    })
  }
  return found
}

function reasonText(reason: string): string {
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}

function placeOf(key: PlaceKey): Place {
  const end = key.indexOf('#')
  return { file: key.slice(0, end), pointer: key.slice(end + 1) }
}
