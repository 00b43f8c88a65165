/** Line breaks, control characters and those that turn the direction of the text, as escapes. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, escaped)
}

function escaped(character: string): string {
  const json = JSON.stringify(character).slice(1, -1)
  return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json
}
