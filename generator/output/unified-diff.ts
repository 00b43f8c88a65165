/** Lines shown around a difference. */
const context = 3
/** Larger texts are compared as one block: the table of the comparison would not fit the memory. */
const tableLimit = 4_000_000

interface Line {
  /** ` ` in both, `-` only before, `+` only after. */
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/**
 * The difference of two texts in the form of `diff -u`, without the file header; empty when only line ends differ.
 * At most `maxLines` lines, then one that says how many are missing.
 */
export function unifiedDiff(before: string, after: string, maxLines = 60): string {
  const lines = compareLines(before.split(/\r?\n/), after.split(/\r?\n/))
  const printed = hunksOf(lines).flatMap((hunk) => printHunk(lines, hunk))
  const rest = printed.length - maxLines
  return rest > 1 ? [...printed.slice(0, maxLines), `… ${rest} more lines`].join('\n') : printed.join('\n')
}

/** Equal lines at both ends are taken off first: a hand edit is mostly a few lines in a long file. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return [
    ...signed(' ', before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...signed(' ', before.slice(before.length - end)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1
  if ((before.length + 1) * width > tableLimit) return [...signed('-', before), ...signed('+', after)]
  const lengths = commonLengths(before, after)
  const lines: Line[] = []
  let left = 0
  let right = 0
  while (left < before.length || right < after.length) {
    const text = before[left]
    const other = after[right]
    if (text !== undefined && text === other) {
      lines.push({ sign: ' ', text })
      left++
      right++
    } else if (text !== undefined && (other === undefined || below(lengths, left, right, width))) {
      lines.push({ sign: '-', text })
      left++
    } else {
      lines.push({ sign: '+', text: other ?? '' })
      right++
    }
  }
  return lines
}

/** Whether dropping a line of `before` keeps at least as much in common as adding one of `after`. */
function below(lengths: Uint32Array, left: number, right: number, width: number): boolean {
  return (lengths[(left + 1) * width + right] ?? 0) >= (lengths[left * width + right + 1] ?? 0)
}

/** For each pair of positions the length of the longest common subsequence of what follows them. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      const at = left * width + right
      lengths[at] =
        before[left] === after[right]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}

interface Hunk {
  readonly from: number
  readonly to: number
}

/** The stretches of lines to show; those whose contexts touch are one. */
function hunksOf(lines: readonly Line[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  lines.forEach((line, i) => {
    if (line.sign === ' ') return
    const last = hunks.at(-1)
    const to = Math.min(lines.length, i + 1 + context)
    if (last !== undefined && i - context <= last.to) hunks[hunks.length - 1] = { from: last.from, to }
    else hunks.push({ from: Math.max(0, i - context), to })
  })
  return hunks
}

function printHunk(lines: readonly Line[], { from, to }: Hunk): readonly string[] {
  const shown = lines.slice(from, to)
  const range = (absent: '-' | '+') => {
    const start = lines.slice(0, from).filter((line) => line.sign !== absent).length
    const count = shown.filter((line) => line.sign !== absent).length
    return `${count === 0 ? start : start + 1},${count}`
  }
  return [`@@ -${range('+')} +${range('-')} @@`, ...shown.map((line) => line.sign + line.text)]
}

function signed(sign: Line['sign'], texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ sign, text }))
}
