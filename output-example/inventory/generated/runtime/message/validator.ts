// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import * as formats from 'ajv-formats'
import { declaredMembers } from './declared-members.js'

/** Checks values against the emitted schemas. */
export interface Validator {
  /**
   * What is wrong with the value, or undefined: `/order/id must be string`. Names the place and the rule and never quotes
   * the value, which may be sensitive. Without a pointer every value is fine. Throws when there is no such schema.
   */
  check(pointer: string | undefined, value: unknown): string | undefined
  /** The members that a schema declares, also through `$ref`, `allOf` and its kin. */
  declared(pointer: string | undefined): ReadonlySet<string>
}

/** The emitted document is added once and read by pointer; its own name is of no matter. */
const documentName = 'document'

/**
 * A validator for one document of schemas. Each schema is compiled when it is first used; pointers are written as a
 * `$ref` would write them, `#/definitions/OrderPaid`. No coercion and no defaults: a value is never changed.
 */
export function createValidator(schemas: Readonly<Record<string, unknown>>): Validator {
  // Not strict: keywords and formats that ajv does not know are the author's affair, and generation compiled them so.
  const ajv = new Ajv({ strict: false, logger: false })
  pluginOf(formats)(ajv)
  ajv.addSchema(schemas, documentName)
  const compiled = new Map<string, ValidateFunction>()
  const members = new Map<string, ReadonlySet<string>>()
  return { check, declared }

  function check(pointer: string | undefined, value: unknown): string | undefined {
    if (pointer === undefined) return undefined
    const validate = compiled.get(pointer) ?? compile(pointer)
    return validate(value) === true ? undefined : describe(validate.errors ?? [])
  }

  function compile(pointer: string): ValidateFunction {
    const validate = ajv.getSchema(`${documentName}${pointer}`)
    if (validate === undefined) throw new Error(`there is no schema at ${pointer}: generate the code again`)
    compiled.set(pointer, validate)
    return validate
  }

  function declared(pointer: string | undefined): ReadonlySet<string> {
    if (pointer === undefined) return new Set()
    const known = members.get(pointer) ?? declaredMembers(schemas, pointer)
    members.set(pointer, known)
    return known
  }
}

type Plugin = (ajv: Ajv) => unknown

/**
 * The plugin of a CommonJS package that Node, bundlers and CommonJS output each wrap in another way, in types and at run
 * time: the module, its default, or the default of that.
 */
function pluginOf(module: unknown): Plugin {
  // True: the only function that `ajv-formats` exports is its plugin.
  if (typeof module === 'function') return module as Plugin
  if (typeof module === 'object' && module !== null && 'default' in module) return pluginOf(module.default)
  throw new Error('the package ajv-formats exports no plugin: install version 3')
}

function describe(errors: readonly ErrorObject[]): string {
  const [first] = errors
  const last = errors.at(-1)
  if (first === undefined || last === undefined) return 'must fit its schema'
  // A union reports what each branch found and itself at the end; any other schema stops at its first error.
  const isUnion = last.keyword === 'oneOf' || last.keyword === 'anyOf'
  return isUnion && first !== last ? `${sentence(last)} (${sentence(first)})` : sentence(first)
}

function sentence({ instancePath, message, keyword, params }: ErrorObject): string {
  const { additionalProperty } = params
  const rule = keyword === 'additionalProperties' ? `must not have the member ${additionalProperty}` : message
  return `${instancePath} ${rule ?? `must fit ${keyword}`}`.trimStart()
}
