import type { Position } from '../model/finding.js'

/** Turns offsets into a text (UTF-16 units) into lines and columns; `\n`, `\r\n` and `\r` each end a line. */
export function lineIndex(text: string): (offset: number) => Position {
  const starts = [0]
  for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) starts.push(lineBreak.index + lineBreak[0].length)
  return (offset) => {
    const line = lastAtMost(starts, offset)
    return { line: line + 1, column: Math.max(0, offset - (starts[line] ?? 0)) + 1 }
  }
}

/** The index of the last number that is not above `limit`; the numbers rise and the first is never above. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
