import { isList, isObject, type Json } from '../../model/document.js'
import { pointerSegments } from '../../model/pointer.js'
import type { SchemaError } from './schema-error.js'
import { suggestedValue } from './suggested-value.js'

/** One thing that is wrong with a value, in the words of the official parser. */
export interface SchemaRemark {
  readonly message: string
  /** From the value that was validated. */
  readonly path: readonly string[]
}

interface Validated {
  readonly value: Json
  /** What the value itself is called, if it has a name. */
  readonly name?: string
}

/**
 * What the official parser makes of the errors of ajv: it arranges them in a tree and leaves some out, in particular
 * those whose path it cannot read. Its verdict on a document depends on that, so it is followed to the letter.
 */
export function schemaRemarks(errors: readonly SchemaError[], validated: Validated): readonly SchemaRemark[] {
  const root: Branch = { errors: [], branches: new Map() }
  for (const error of errors) plant(root, error)
  prune(root, undefined)
  const unmatched = new Map(errors.filter(isUnmatched).map(({ instancePath, keyword }) => [instancePath, keyword]))
  return saidBy(root).map((error) => {
    const keyword = unmatched.get(error.instancePath)
    const said = itemMessage(messageOf(error, validated), error.instancePath)
    const none = keyword !== undefined && said.endsWith(` in ${keyword}`)
    return {
      message: none ? `${said}. None of the schemas matched, see the other errors reported for this value` : said,
      path: pathOf(error),
    }
  })
}

interface Branch {
  errors: readonly SchemaError[]
  readonly branches: Map<string, Branch>
}

function plant(root: Branch, error: SchemaError): void {
  const steps = error.instancePath === '' ? [''] : error.instancePath.match(/\/[\w$_-]+(\/\d+)?/g)
  if (steps === null) return
  let branch = root
  for (const step of steps) {
    const next: Branch = branch.branches.get(step) ?? { errors: [], branches: new Map() }
    branch.branches.set(step, next)
    branch = next
  }
  branch.errors = [...branch.errors, error]
}

/** What fails inside tells more than that no alternative fits, and more than that a value beside it is not allowed. */
function prune(branch: Branch, parent: { readonly branch: Branch; readonly step: string } | undefined): void {
  if (branch.branches.size > 0 && branch.errors.some(({ keyword }) => keyword === 'anyOf')) branch.errors = []
  if (isEnum(branch.errors) && parent !== undefined) {
    const hasSiblings = [...parent.branch.branches.values()].some((other) => other !== branch)
    if (hasSiblings) parent.branch.branches.delete(parent.step)
  }
  for (const [step, inner] of [...branch.branches]) prune(inner, { branch, step })
}

function isEnum(errors: readonly SchemaError[]): boolean {
  return errors.length > 0 && errors.every(({ keyword }) => keyword === 'enum')
}

function saidBy(branch: Branch): readonly SchemaError[] {
  const [first] = branch.errors
  if (first !== undefined && isEnum(branch.errors)) {
    const allowedValues = [...new Set(branch.errors.flatMap(({ params }) => valuesIn(params)))]
    return [{ ...first, keyword: 'only enum', params: { allowedValues } }]
  }
  return [...branch.errors, ...[...branch.branches.values()].flatMap(saidBy)]
}

function valuesIn(params: SchemaError['params']): readonly Json[] {
  // ajv puts the list of the schema there.
  return Array.isArray(params.allowedValues) ? (params.allowedValues as readonly Json[]) : []
}

function isUnmatched({ keyword, params }: SchemaError): boolean {
  return (keyword === 'oneOf' || keyword === 'anyOf') && !Array.isArray(params.passingSchemas)
}

function messageOf(error: SchemaError, validated: Validated): string {
  const { keyword, params, message = '', instancePath } = error
  const name = instancePath === '' ? validated.name : instancePath.slice(instancePath.lastIndexOf('/') + 1)
  const subject = name === undefined ? typeName(validated.value) : `"${name}" property`
  switch (keyword) {
    case 'additionalProperties':
      return `Property "${params.additionalProperty}" is not expected to be here`
    case 'type':
      return name === undefined ? `Value type ${message}` : `"${name}" property type ${message}`
    case 'only enum':
      return `${subject} ${message}: ${enumWords(error, validated)}`
    default:
      return `${subject} ${message.replace(/['"]/g, '"').replaceAll('NOT', 'not')}`
  }
}

function typeName(value: Json): string {
  const type = typeof value
  return type.charAt(0).toUpperCase() + type.slice(1)
}

function enumWords({ params, instancePath }: SchemaError, { value }: Validated): string {
  const allowed = valuesIn(params)
  const words = allowed.map((each) => (typeof each === 'string' ? `"${each}"` : JSON.stringify(each))).join(', ')
  const meant = suggestedValue(valueAt(value, instancePath), allowed)
  return meant === undefined ? words : `${words}. Did you mean "${meant}"?`
}

function valueAt(value: Json, instancePath: string): Json | undefined {
  let found: Json | undefined = value
  for (const segment of pointerSegments(instancePath)) {
    if (isList(found)) found = found[Number(segment)]
    else found = isObject(found) && Object.hasOwn(found, segment) ? found[segment] : undefined
  }
  return found
}

function itemMessage(message: string, instancePath: string): string {
  const index = instancePath.slice(instancePath.lastIndexOf('/') + 1)
  const start = `"${index}" property`
  return /^\d+$/.test(index) && message.startsWith(start) ? itemWords(index, message.slice(start.length)) : message
}

function itemWords(index: string, rest: string): string {
  return `Item at index ${index}${rest.replace(/^ type/, '')}`
}

/** The key that is not expected is a part of the path; one that holds a `/` stays one key. */
function pathOf({ keyword, params, instancePath }: SchemaError): readonly string[] {
  const key = keyword === 'additionalProperties' ? String(params.additionalProperty) : ''
  if (key === '' || !instancePath.endsWith(`/${key}`)) return pointerSegments(instancePath)
  return [...pointerSegments(instancePath.slice(0, -key.length - 1)), key]
}
