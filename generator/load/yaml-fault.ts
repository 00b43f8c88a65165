import type { YAMLException } from 'js-yaml'
import { deepestNesting, type TextFault } from './text-fault.js'

/** What js-yaml says about a text, in our form and with what to do about it. */
export function yamlFault(text: string, error: YAMLException): TextFault {
  const offset = Math.min(error.mark?.position ?? 0, text.length)
  const known = knownFaults.find((candidate) => candidate.reason.test(error.reason))
  const groups = known?.reason.exec(error.reason) ?? []
  const { message, hint } = known?.explain({ detail: groups[1] ?? '', here: text.slice(offset, offset + 200) }) ?? {
    message: error.reason.charAt(0).toLowerCase() + error.reason.slice(1),
    hint: 'look at the indentation, the quotes and the brackets here and on the line before',
  }
  return { rule: 'yaml-broken', offset, message, hint }
}

interface KnownFault {
  readonly reason: RegExp
  readonly explain: (fault: { readonly detail: string; readonly here: string }) => {
    readonly message: string
    readonly hint: string
  }
}

const knownFaults: readonly KnownFault[] = [
  {
    reason: /^duplicated mapping key/,
    explain: ({ here }) => ({
      message: isNullKey(here)
        ? 'the key null stands twice in one map: ~ and null both mean it'
        : `the key ${keyAt(here)} stands twice in one map`,
      hint: isNullKey(here)
        ? 'put the key into quotes where the word itself is meant'
        : 'remove one of the two, or merge what is below them',
    }),
  },
  {
    reason: /^unidentified alias "(.*)"/,
    explain: ({ detail }) => ({
      message: `the alias "*${detail}" names no anchor above it`,
      hint: `a text that starts with "*" needs quotes: "*${detail}"; an alias needs "&${detail}" further up`,
    }),
  },
  {
    reason: /^unknown tag !<(.*)>/,
    explain: ({ detail }) => ({
      message: `the tag "${detail.replace('tag:yaml.org,2002:', '!!')}" is not known here`,
      hint: 'remove the tag, and quote the value if it is a text that starts with "!"',
    }),
  },
  {
    reason: /^tab characters must not be used/,
    explain: () => ({ message: 'a tab stands in the indentation', hint: 'YAML is indented with spaces only' }),
  },
  {
    reason: /^bad indentation of a (mapping|sequence) entry/,
    explain: ({ detail }) => ({
      message: `an entry of a ${detail === 'mapping' ? 'map' : 'list'} is indented unlike its neighbours`,
      hint: 'align it with them; a value that holds ": " or " #" needs quotes',
    }),
  },
  {
    reason: /^(?:can not read an implicit mapping pair; a colon is missed|end of the stream or a document separator)/,
    explain: () => ({
      message: 'expected "key: value" here',
      hint: 'a key needs a colon and a space after it; a value that starts with one of @ ` % & * ! | > { [ needs quotes',
    }),
  },
  {
    reason: /^(?:can not read a block mapping entry; a multiline key)/,
    explain: () => ({ message: 'a key without a colon stands before this line', hint: 'write it as "key: value"' }),
  },
  {
    reason: /^missed comma between flow collection entries/,
    explain: () => ({
      message: 'expected a comma or a closing bracket here',
      hint: 'close the bracket that is still open; a text that holds a comma or a bracket needs quotes',
    }),
  },
  {
    reason: /^unexpected end of the (?:stream|document) within a (.*)/,
    explain: ({ detail }) => ({
      message: `the file ends inside a ${detail}`,
      hint: 'close the quote or the bracket that is still open',
    }),
  },
  {
    reason: /^nesting exceeded maxDepth/,
    explain: () => ({ message: `nested deeper than ${deepestNesting} levels`, hint: 'split the document' }),
  },
  {
    reason: /^(?:null byte is not allowed|the stream contains non-printable)/,
    explain: () => ({
      message: 'a control character stands in the text',
      hint: 'remove it, or write it as an escape in double quotes, such as "\\u0007"',
    }),
  },
  {
    reason: /^(?:merge keys exceeded|abnormal merge sequence)/,
    explain: () => ({ message: 'too many maps are merged with "<<"', hint: 'write the keys out, or use "$ref"' }),
  },
  {
    reason: /^cannot merge mappings/,
    explain: () => ({ message: '"<<" merges something that is no map', hint: 'name the alias of a map: "<<: *name"' }),
  },
]

function isNullKey(here: string): boolean {
  return /^(?:~|null|Null|NULL)\s*:/.test(here)
}

/** The key that starts here, in double quotes, as far as its line goes. */
function keyAt(here: string): string {
  const key = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\n]*?(?=\s*:(?:\s|$)|\s*[,}\n]|$))/.exec(here)?.[0] ?? ''
  return key.startsWith('"') ? key : JSON.stringify(key.replace(/^'(.*)'$/, '$1').trim())
}
