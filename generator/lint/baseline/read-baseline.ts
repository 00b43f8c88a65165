import { isList, isObject, type Json } from '../../model/document.js'
import { IdemgenError } from '../../model/idemgen-error.js'
import type { Baseline, BaselineEntry } from './baseline.js'

/** A baseline from the text of its file. Throws IdemgenError for anything else: an empty one would tell what is known. */
export function readBaseline(path: string, text: string): Baseline {
  const value = parsed(text)
  if (!isObject(value)) throw broken(path)
  return Object.fromEntries(
    Object.entries(value).map(([file, entries]) => {
      if (!isList(entries)) throw broken(path)
      return [file, entries.map((entry) => readEntry(path, entry))]
    }),
  )
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readEntry(path: string, entry: Json): BaselineEntry {
  if (!isObject(entry)) throw broken(path)
  const { rule, pointer } = entry
  if (typeof rule !== 'string' || typeof pointer !== 'string') throw broken(path)
  return { rule, pointer }
}

function broken(path: string): IdemgenError {
  return new IdemgenError({
    code: 'baseline-broken',
    message: `${path} is no baseline of idemgen`,
    hint: 'restore it, or delete it and run "idemgen lint --update-baseline"',
  })
}
