import type { Json } from '../../model/document.js'
import type { Found } from '../../model/reference.js'
import type { Context } from '../context.js'
import { compareText } from '../group-by.js'
import { openSchema, type SchemaNode } from '../schema/schema-node.js'
import { createVolatileMembers } from './volatile-members.js'

export type Path = readonly string[]

/** Gives the payload fields that differ when the same event is sent again, in the order of their names. */
export type VolatilePaths = (payload: Found) => readonly Path[]

/** A payload with more of them names its own list. */
const mostPaths = 1_000
/** Ways looked at for one payload: schemas that refer to each other have more ways through them than can be walked. */
const mostWays = 20_000

interface Way {
  readonly path: Path
  readonly end: SchemaNode
  /** The schemas on the way, the end included. */
  readonly through: readonly Json[]
}

/**
 * A finder of volatile fields, nested ones included. A schema inside itself is walked once, since a list of paths cannot
 * say "at every depth". Level by level, so that where there are too many the deepest are left out.
 */
export function createVolatilePaths(context: Context): VolatilePaths {
  const membersOf = createVolatileMembers(context)
  return (payload) => {
    const start = openSchema(context, payload)
    if (start === undefined || typeof start.value === 'boolean') return []
    const found: Path[] = []
    let ways: readonly Way[] = [{ path: [], end: start, through: [start.value] }]
    let walked = 0
    while (ways.length > 0 && found.length < mostPaths && walked < mostWays) {
      walked += ways.length
      const steps = ways.slice(0, mostWays).map((way) => ({ way, members: membersOf(way.end) }))
      found.push(...sortedPaths(steps.flatMap(pathsOf)))
      ways = steps.flatMap(waysOn)
    }
    return sortedPaths(found.slice(0, mostPaths))
  }
}

interface Step {
  readonly way: Way
  readonly members: ReturnType<ReturnType<typeof createVolatileMembers>>
}

function pathsOf({ way, members }: Step): readonly Path[] {
  return members.filter(({ inside }) => inside === undefined).map(({ name }) => [...way.path, name])
}

function waysOn({ way: { path, through }, members }: Step): readonly Way[] {
  return members.flatMap(({ name, inside }) => {
    if (inside === undefined || through.includes(inside.value)) return []
    return [{ path: [...path, name], end: inside, through: [...through, inside.value] }]
  })
}

/** Each path once, in the order of the names; for the hash of a list that is a set. */
export function sortedPaths(paths: readonly Path[]): readonly Path[] {
  const byText = new Map(paths.map((path) => [JSON.stringify(path), path]))
  return [...byText].sort(([left], [right]) => compareText(left, right)).map(([, path]) => path)
}
