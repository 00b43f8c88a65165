const mostNames = 5

/** `the channel "a"`, `the channels "a", "b"`, `the channels "a", … and 12 more`. */
export function namesInWords(
  names: readonly string[],
  [one, several]: readonly [string, string] = ['the channel', 'the channels'],
): string {
  const shown = names.slice(0, mostNames).join(', ')
  const rest = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${names.length === 1 ? one : several} ${shown}${rest}`
}

/** The word for one, or that for several. */
export function wordsFor(count: number, [one, several]: readonly [string, string]): string {
  return count === 1 ? one : several
}
