// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
const listIndex = /^(?:0|[1-9]\d*)$/

/** Own members only: a field named `constructor` must not find what every object inherits. */
export function readPath(root: unknown, path: readonly string[]): unknown {
  let value = root
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    // A list has an own `length`, which no publisher wrote.
    if (Array.isArray(value) && !listIndex.test(name)) return undefined
    // True: it is an object that has the member.
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
