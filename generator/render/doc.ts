import type { PlaceKey } from '../model/contract.js'
import type { Code } from './code.js'
import { lineWidth } from './data.js'

/** What a JSDoc comment says. */
export interface DocText {
  /** Lines of prose, from the spec or our own; empty ones part paragraphs. */
  readonly lines: readonly string[]
  /** Tags of their own line, `@deprecated`; our own words, followed by text. */
  readonly tags?: readonly { readonly name: 'deprecated' | 'example' | 'see'; readonly text: string }[]
  /** The place that the declaration was generated from. */
  readonly from?: readonly PlaceKey[]
}

/**
 * A JSDoc comment, without the indentation of its first line. Whatever the text holds, it cannot end the comment, be
 * taken for a tag or steer a compiler or linter.
 */
export function docComment(text: DocText, indent: number): Code {
  const prose = cleanLines(text.lines)
  const tags = (text.tags ?? []).flatMap(tagLines)
  const origins = (text.from ?? []).map((place) => `\`@from ${cleanLines([place]).join(' ')}\``)
  if (prose.length <= 1 && tags.length === 0 && origins.length <= 1) {
    const line = `/** ${[...prose, ...origins].join(' ')} */`
    if (indent + line.length <= lineWidth) return line as Code // `clean` has left nothing that ends a comment
  }
  const paragraphs = [prose, tags, origins].filter((lines) => lines.length > 0)
  const lines = paragraphs.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]))
  const margin = ' '.repeat(indent)
  const body = lines.map((line) => `${margin} *${line === '' ? '' : ` ${line}`}`)
  return ['/**', ...body, `${margin} */`].join('\n') as Code // as above
}

/** A comment of one line, whatever the text holds. */
export function lineComment(text: string): Code {
  return `// ${cleanLines([text]).join(' ')}` as Code // a line comment ends with its line, and this is one line
}

/** Whether there is anything to say: an empty comment is worse than none. */
export function saysNothing(text: DocText): boolean {
  return cleanLines(text.lines).length === 0 && (text.tags ?? []).length === 0 && (text.from ?? []).length === 0
}

/** One sentence after another; a full stop is added where a text has none. */
export function sentences(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text) => (/[.!?:;…]["')\]`]*$/.test(text) ? text : `${text}.`))
    .join(' ')
}

function tagLines(tag: NonNullable<DocText['tags']>[number]): readonly string[] {
  const [first = '', ...others] = cleanLines([tag.text])
  return [`@${tag.name} ${first}`.trimEnd(), ...others]
}

/** Line ends of every kind end a line; runs of empty lines become one, and none is first or last. */
function cleanLines(texts: readonly string[]): readonly string[] {
  if (texts.every(isPlain)) return texts
  const lines = texts.flatMap((text) => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)).map(clean)
  return lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== '' && lines.slice(i).some(Boolean)))
}

/** Whether a text is one line that `clean` would leave as it is, as it would nearly all of many thousands. */
function isPlain(text: string): boolean {
  return /^(?:[\w#~.,:;()'"+=?!-]|[ /](?=[\w#~.,:;()'"+=?!-]))+$/.test(text)
}

function clean(line: string): string {
  return (
    line
      .replaceAll('\t', '  ')
      .replace(turning, escapeCharacter)
      .replace(invisible, '')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replaceAll('*/', '*\\/')
      .replaceAll('</', '<\\/')
      .replaceAll('<!--', '<\\!--')
      .trimEnd()
      // At the start of a line `@ts-expect-error` would be an order to the compiler, `@deprecated` a tag.
      .replace(/^(\s*)@/, '$1\\@')
  )
}

/** They turn the direction of the text that follows: a reviewer should see that they are there, and no turned code. */
const turning = /\p{Bidi_Control}/gu

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const invisible = /[\p{Cc}\ufeff]/gu
