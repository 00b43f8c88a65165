export function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

/** The offset of the line break, or of the end of the text. */
export function endOfLine(text: string, offset: number): number {
  const length = /[\r\n]/.exec(text.slice(offset))?.index
  return length === undefined ? text.length : offset + length
}

/** The line break that the text is written with. */
export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}
