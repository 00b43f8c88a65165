import type { Code } from './code.js'

/** A string, number, boolean or null as a TypeScript literal that stays one whatever the string holds. */
export function literal(value: string | number | boolean | null): Code {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'number') return numberLiteral(value)
  return String(value) as Code // true, false, null
}

function stringLiteral(text: string): Code {
  return `'${text.replace(unsafe, escapeCharacter)}'` as Code // quotes, backslashes and line ends are escaped
}

/**
 * Quotes and backslashes; control characters, also those that turn the direction of the text that follows; line
 * separators; halves of surrogate pairs, which no file can hold; and `</` and `<!--`, which end a script element or keep
 * it from ending.
 */
const unsafe = /['\\\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029\ufeff]|<\/|<!--/gu

const shortEscapes: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '</': '<\\/',
  '<!--': '<\\!--',
}

function escapeCharacter(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Thousands are kept apart: `1_209_600_000`. */
function numberLiteral(value: number): Code {
  const text = String(value)
  return (/^-?\d{4,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, '_') : text) as Code // digits of a number
}
