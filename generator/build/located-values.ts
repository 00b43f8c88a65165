import { parseDuration } from '../model/duration.js'
import { type Located, valueAt } from './located.js'

/** Reads single values of settings that the grammar has let through; undefined where the path is not set. */
export function textAt(from: Located | undefined, ...path: readonly string[]): string | undefined {
  const value = valueAt(from, ...path)
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

export function numberAt(from: Located | undefined, ...path: readonly string[]): number | undefined {
  const value = valueAt(from, ...path)
  return value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined
}

export function flagAt(from: Located | undefined, ...path: readonly string[]): boolean | undefined {
  const value = valueAt(from, ...path)
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined
}

/** Milliseconds. */
export function durationAt(from: Located | undefined, ...path: readonly string[]): number | undefined {
  const text = textAt(from, ...path)
  return text === undefined ? undefined : parseDuration(text)
}

export function textsAt(from: Located | undefined, ...path: readonly string[]): readonly string[] {
  const list = valueAt(from, ...path)
  const items = list?.kind === 'list' ? list.items : []
  return items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
}

/** One of the words that the type allows; the fallback where the path is not set. */
export function wordAt<Word extends string>(
  from: Located | undefined,
  path: string | readonly string[],
  words: readonly [Word, ...Word[]],
): Word {
  const text = textAt(from, ...[path].flat())
  return words.find((word) => word === text) ?? words[0]
}
