import { isList, isObject, type Json } from '../../model/document.js'

/** A value and the way to it from the root of the document. */
export interface Spot {
  readonly path: readonly string[]
  readonly value: Json
}

/**
 * Every value that a way leads to: names of members or, for any member or item, `*`. A name of several, `a|b`, stands
 * for each of them.
 */
export function spotsAt(root: Json, way: string): readonly Spot[] {
  let spots: readonly Spot[] = [{ path: [], value: root }]
  for (const step of way === '' ? [] : way.split(' ')) spots = spots.flatMap((spot) => stepFrom(spot, step))
  return spots
}

function stepFrom({ path, value }: Spot, step: string): readonly Spot[] {
  if (step !== '*') return step.split('|').flatMap((name) => memberSpot({ path, value }, name))
  if (isList(value)) return value.map((item, i) => ({ path: [...path, String(i)], value: item }))
  if (!isObject(value)) return []
  return Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member }))
}

function memberSpot({ path, value }: Spot, name: string): readonly Spot[] {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return member === undefined ? [] : [{ path: [...path, name], value: member }]
}

/** Members and values as lists of pairs; none for what is no object. */
export function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : []
}
