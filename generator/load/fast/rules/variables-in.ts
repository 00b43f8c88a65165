/** The names in braces in an address or URL, as the official parser finds them: `a` and `b` in `x.{a}.{b}`. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/{(.+?)}/g)].map(([braced]) => braced.slice(1, -1))
}
