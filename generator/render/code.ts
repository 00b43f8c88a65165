declare const checked: unique symbol

/**
 * TypeScript text that may go into the output as it is. Text from a spec becomes code only through `identifier`,
 * `literal`, `data` or `docComment`; everything else that is interpolated fails to compile here.
 */
export type Code = string & { readonly [checked]: true }

/** Code from our own words, between which stands only code. */
export function code(words: TemplateStringsArray, ...values: readonly (Code | number)[]): Code {
  // The one cast that makes code: the words are ours, the values were checked when they were made.
  return String.raw({ raw: words }, ...values) as Code
}

/** Lines between braces, which close at the indentation given; `{}` without lines. */
export function braced(lines: readonly Code[], indent: number): Code {
  if (lines.length === 0) return code`{}`
  const margin = ' '.repeat(indent)
  return `{\n${lines.map((line) => `${margin}  ${line}\n`).join('')}${margin}}` as Code // only white space beside code
}

export function joinCode(pieces: readonly Code[], separator: string): Code {
  return pieces.join(separator) as Code // the separators are our own words
}
