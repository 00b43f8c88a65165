import { childOf, isTreeObject, placedAt, pointerTo, type Tree, type TreeObject, textOf, textsOf } from './json-tree.js'

/** A field of strings that could be a business key. */
export interface KeyCandidate {
  /** Member names from the outside in. */
  readonly path: readonly string[]
  /** Every valid value has it. */
  readonly isRequired: boolean
  /** Makes it required, in the schemas that declare it. */
  readonly require: () => void
}

/**
 * The best field of a schema: a required one that is called an identifier, else any required one, else the first that
 * could be required; fields inside objects after all fields beside them.
 */
export function keyCandidate(
  root: Tree,
  schema: Tree | undefined,
  options: { readonly isPresent: (path: readonly string[]) => boolean; readonly depth: number },
): KeyCandidate | undefined {
  const all = candidates(root, schema, [], options.depth).filter(
    ({ path, isRequired }) => isRequired || options.isPresent(path),
  )
  const required = all.filter(({ isRequired }) => isRequired)
  return required.find(({ path }) => /(^id|Id|_id|ID|uuid)$/.test(path.at(-1) ?? '')) ?? required[0] ?? all[0]
}

function candidates(
  root: Tree,
  schema: Tree | undefined,
  path: readonly string[],
  depth: number,
): readonly KeyCandidate[] {
  const fields = fieldsOf(root, schema, 0)
  const usable = [...fields].filter(([name]) => name !== '' && !name.includes('/') && !name.includes('~'))
  const own = usable.filter(([, { schemas }]) => schemas.every((one) => isText(root, one)))
  const inner =
    depth === 0 ? [] : usable.filter(([, { schemas }]) => schemas.length === 1 && isPlainObject(root, schemas[0]))
  return [
    ...own.map(([name, field]) => ({ path: [...path, name], isRequired: field.isRequired, require: field.require })),
    ...inner.flatMap(([name, { schemas, isRequired, require }]) => {
      return candidates(root, schemas[0], [...path, name], depth - 1).map((below) => ({
        path: below.path,
        isRequired: isRequired && below.isRequired,
        require: () => {
          require()
          below.require()
        },
      }))
    }),
  ]
}

interface Field {
  /** Its schema; one for each branch of a union. */
  readonly schemas: readonly (Tree | undefined)[]
  readonly isRequired: boolean
  readonly require: () => void
}

/** The members that a schema declares in every one of its branches. */
function fieldsOf(root: Tree, schema: Tree | undefined, hops: number): ReadonlyMap<string, Field> {
  const parts = partsOf(root, schema, hops)
  const required = new Set(parts.flatMap((part) => textsOf(part, 'required')))
  const fields = new Map<string, Field>()
  for (const part of parts) {
    for (const [name, property] of membersOf(part.properties)) {
      const schemas = [...(fields.get(name)?.schemas ?? []), property]
      fields.set(name, { schemas, isRequired: required.has(name), require: () => requireIn(part, name) })
    }
    for (const branches of [part.oneOf, part.anyOf]) {
      if (!Array.isArray(branches) || branches.length === 0 || hops > 5) continue
      for (const [name, field] of shared(branches.map((branch) => fieldsOf(root, branch, hops + 1)))) {
        if (!fields.has(name)) fields.set(name, field)
      }
    }
  }
  return fields
}

function shared(branches: readonly ReadonlyMap<string, Field>[]): readonly (readonly [string, Field])[] {
  return [...(branches[0]?.keys() ?? [])].flatMap((name) => {
    const all = branches.flatMap((branch) => branch.get(name) ?? [])
    if (all.length < branches.length) return []
    const field: Field = {
      schemas: all.flatMap(({ schemas }) => schemas),
      isRequired: all.every(({ isRequired }) => isRequired),
      require: () => {
        for (const one of all) if (!one.isRequired) one.require()
      },
    }
    return [[name, field] as const]
  })
}

/** A schema and all that `allOf` adds to it, as far as they are objects of keywords. */
function partsOf(root: Tree, schema: Tree | undefined, hops: number): readonly TreeObject[] {
  const placed = placedAt(root, schema, '')?.value
  if (placed === undefined || hops > 20) return []
  const all = Array.isArray(placed.allOf) ? placed.allOf : []
  return [placed, ...all.flatMap((part) => partsOf(root, part, hops + 1))]
}

function membersOf(properties: Tree | undefined): readonly (readonly [string, Tree])[] {
  return isTreeObject(properties) ? Object.entries(properties) : []
}

function requireIn(schema: TreeObject, name: string): void {
  if (!textsOf(schema, 'required').includes(name)) schema.required = [...textsOf(schema, 'required'), name]
}

/** Exactly a string, and one that tells events apart. */
function isText(root: Tree, schema: Tree | undefined): boolean {
  const parts = partsOf(root, schema, 0)
  const isUnion = parts.some((part) =>
    ['oneOf', 'anyOf', 'const', 'enum', 'if', 'not'].some((word) => childOf(part, word) !== undefined),
  )
  return parts.some((part) => textOf(part, 'type') === 'string') && !isUnion && !parts.some(isNullable)
}

function isPlainObject(root: Tree, schema: Tree | undefined): boolean {
  const parts = partsOf(root, schema, 0)
  return parts.some((part) => textOf(part, 'type') === 'object') && !parts.some(isNullable)
}

function isNullable(schema: TreeObject): boolean {
  return schema.nullable === true
}

/** How an annotation names a field of the payload. */
export function fieldExpression(path: readonly string[]): string {
  const isDotted = path.every((name) => /^[^$.\s]+$/.test(name))
  return isDotted ? path.join('.') : `$message.payload#${pointerTo('', ...path)}`
}
