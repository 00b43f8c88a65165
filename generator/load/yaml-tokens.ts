/** A part of a YAML text, from where the parser began to look for it to where it went on. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Where the content of a node starts: after space, comments, its anchor and its tag. */
export function contentStart(text: string, node: Span): number {
  let offset = skipSpace(text, node.start)
  while ((text[offset] === '&' || text[offset] === '!') && offset < node.end) {
    while (offset < text.length && !isSpace(text[offset])) offset++
    offset = skipSpace(text, offset)
  }
  // An empty value has no content: what follows belongs to the next node.
  return offset < node.end ? offset : Math.min(skipSpace(text, node.start), node.end)
}

/** Whether the next thing after a key is its colon, so that a value follows. */
export function leadsToColon(text: string, key: { readonly from: number; readonly flow: boolean }): boolean {
  const offset = skipSpace(text, key.from)
  if (text[offset] !== ':') return false
  return key.flow || isSpace(text[offset + 1])
}

/** The offsets of the dashes of list items in a stretch that holds nothing else but space, comments and properties. */
export function dashes(text: string, stretch: { readonly from: number; readonly to: number }): readonly number[] {
  const found: number[] = []
  // The parser reads a line break after the last line, even where the text has none.
  const end = Math.min(stretch.to, text.length)
  let offset = skipSpace(text, stretch.from)
  while (offset < end) {
    const start = offset
    while (offset < text.length && !isSpace(text[offset])) offset++
    if (text.slice(start, offset) === '-') found.push(start)
    offset = skipSpace(text, offset)
  }
  return found
}

/** The offset after space, line breaks and comments. */
function skipSpace(text: string, from: number): number {
  let offset = from
  for (;;) {
    while (offset < text.length && isSpace(text[offset])) offset++
    if (text[offset] !== '#') return offset
    while (offset < text.length && text[offset] !== '\n' && text[offset] !== '\r') offset++
  }
}

/** The end of the text counts as space. */
function isSpace(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\n' || character === '\r' || character === '\t'
}
