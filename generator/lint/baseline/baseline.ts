/** A finding as a baseline knows it: where lines move it stays the same. */
export interface BaselineEntry {
  readonly rule: string
  readonly pointer: string
}

/** Findings that are known and not told, by file: relative to the baseline's folder, with `/`. */
export type Baseline = Readonly<Record<string, readonly BaselineEntry[]>>

/** What has to be known of a finding. */
export interface Baselined {
  readonly rule: string
  /** As the baseline names it. */
  readonly file: string
  /** Absent where a file could not be read: that is never known. */
  readonly pointer?: string
}

/**
 * The findings that a baseline does not know, and its entries that nothing is found for any more. Of the latter only
 * those about `files`, the documents looked at: what is known of a shared file may come from another document.
 */
export function compareWithBaseline<Item>(
  items: readonly Item[],
  {
    baseline,
    files,
    read,
  }: { readonly baseline: Baseline; readonly files: readonly string[]; readonly read: (item: Item) => Baselined },
): { readonly left: readonly Item[]; readonly gone: readonly (BaselineEntry & { readonly file: string })[] } {
  const known = Object.entries(baseline).flatMap(([file, entries]) => entries.map((entry) => ({ ...entry, file })))
  const found = new Set(items.map((item) => keyOf(read(item))))
  const keys = new Set(known.map(keyOf))
  return {
    left: items.filter((item) => !keys.has(keyOf(read(item)))),
    gone: known.filter((entry) => files.includes(entry.file) && !found.has(keyOf(entry))),
  }
}

/** The baseline that knows these findings; what it says of other files than `files`, the documents looked at, stays. */
export function updateBaseline(
  before: Baseline,
  { found, files }: { readonly found: readonly Baselined[]; readonly files: readonly string[] },
): Baseline {
  const next = new Map(Object.entries(before).filter(([file]) => !files.includes(file)))
  for (const { rule, file, pointer } of found) {
    if (pointer === undefined) continue
    const entries = next.get(file) ?? []
    if (!entries.some((entry) => entry.rule === rule && entry.pointer === pointer)) {
      next.set(file, [...entries, { rule, pointer }])
    }
  }
  return Object.fromEntries([...next].toSorted(([left], [right]) => compare(left, right)))
}

/** The file of a baseline: an entry a line, so that a change of one is a change of one line. */
export function baselineText(baseline: Baseline): string {
  const files = Object.entries(baseline).map(([file, entries]) => {
    const sorted = entries.toSorted(
      (left, right) => compare(left.pointer, right.pointer) || compare(left.rule, right.rule),
    )
    const lines = sorted.map(({ rule, pointer }) => `    ${JSON.stringify({ rule, pointer })}`)
    return `  ${JSON.stringify(file)}: [\n${lines.join(',\n')}\n  ]`
  })
  return files.length === 0 ? '{}\n' : `{\n${files.join(',\n')}\n}\n`
}

/** The line of an entry in the text of its file, from 1; 1 where somebody has reformatted it. */
export function baselineLine(text: string, { rule, pointer }: BaselineEntry): number {
  const entry = JSON.stringify({ rule, pointer })
  return Math.max(1, text.split('\n').findIndex((line) => line.includes(entry)) + 1)
}

function keyOf({ rule, file, pointer }: Baselined): string {
  return JSON.stringify([file, rule, pointer ?? null])
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
