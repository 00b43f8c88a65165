import { isObject, type Json, type JsonObject } from '../../model/document.js'
import { isTimeFormat, whyVolatile } from '../../model/volatile.js'
import type { Context } from '../context.js'
import { propertyNames, propertyOf, propertyValue } from '../schema/alternatives.js'
import { innerSchemas } from '../schema/inner-schemas.js'
import { openSchema, type SchemaNode } from '../schema/schema-node.js'

/** A member that is volatile itself, or that leads to some which are. */
export interface VolatileMember {
  readonly name: string
  /** What has the volatile members; absent where the member is volatile itself. */
  readonly inside?: SchemaNode
}

/** Gives the members of a schema that are volatile or lead to such, whatever circles the schemas form. */
export type VolatileMembers = (schema: SchemaNode) => readonly VolatileMember[]

/** A finder that looks at each schema once for all messages. */
export function createVolatileMembers(context: Context): VolatileMembers {
  const members = new Map<Json, readonly VolatileMember[]>()
  const judged = new Map<string, boolean>()
  /** Schemas from which some volatile member can be reached. */
  const leading = new Set<Json>()
  return (schema) => {
    explore(schema)
    return membersOf(schema).filter(({ inside }) => inside === undefined || leading.has(inside.value))
  }

  /** Everything that can be reached from a schema and was not looked at before; what leads somewhere is marked backwards. */
  function explore(start: SchemaNode): void {
    const users = new Map<Json, Json[]>()
    const found: Json[] = []
    const open = members.has(start.value) ? [] : [start]
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      if (members.has(schema.value)) continue
      const own = inspect(schema)
      members.set(schema.value, own)
      for (const { inside } of own) {
        if (inside === undefined || leading.has(inside.value)) found.push(schema.value)
        else {
          const known = users.get(inside.value)
          if (known === undefined) users.set(inside.value, [schema.value])
          else known.push(schema.value)
          open.push(inside)
        }
      }
    }
    for (let value = found.pop(); value !== undefined; value = found.pop()) {
      if (leading.has(value)) continue
      leading.add(value)
      found.push(...(users.get(value) ?? []))
    }
  }

  function membersOf(schema: SchemaNode): readonly VolatileMember[] {
    return members.get(schema.value) ?? []
  }

  function inspect(schema: SchemaNode): readonly VolatileMember[] {
    return innerSchemas(context, [schema]).flatMap((inner) =>
      propertyNames(inner).flatMap((name) => {
        if (isVolatileName(name)) return [{ name }]
        const value = propertyValue(inner, name)
        // Most fields are simple, and a payload has many.
        if (isSimple(value)) return isTimeFormat(value.format) ? [{ name }] : []
        const property = propertyOf(inner, name)
        const inside = property === undefined ? undefined : openSchema(context, property)
        if (inside === undefined || typeof inside.value === 'boolean') return []
        return isTime(inside) ? [{ name }] : [{ name, inside }]
      }),
    )
  }

  /** A time, one of several alternatives, or a list of times. */
  function isTime(schema: SchemaNode): boolean {
    return innerSchemas(context, [schema]).some(({ value }) => isObject(value) && isTimeFormat(value.format))
  }

  /** Documents use the same names again and again. */
  function isVolatileName(name: string): boolean {
    const isVolatile = judged.get(name) ?? whyVolatile({ name }) !== undefined
    judged.set(name, isVolatile)
    return isVolatile
  }
}

/** Words that lead to other schemas of the same value, or of values inside it. */
const structural = ['$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'schema'] as const

function isSimple(value: Json | undefined): value is JsonObject {
  return isObject(value) && structural.every((word) => value[word] === undefined)
}
