// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Why a handler may not send this statement, or undefined. The transaction is the runtime's: a handler that ended it
 * would separate the record of its message from what it wrote. Seen by the first words, after comments and blanks.
 */
export function refusalOf(text: string): string | undefined {
  const [first = '', second = '', third = ''] = firstWords(text)
  if (transactionWords.has(first)) {
    const hint = first === 'SAVEPOINT' || first === 'RELEASE' ? ': use tx.savepoint' : ''
    return `${first} is not the handler's to send: the runtime commits and rolls back${hint}`
  }
  if (first === 'PREPARE' && second === 'TRANSACTION') return 'PREPARE TRANSACTION would take the transaction away'
  if (first === 'SET' && (!localSettings.has(second) || third === 'TRANSACTION' || third === 'SESSION')) {
    return 'SET outlives the transaction, in a connection that others get: use SET LOCAL for a setting'
  }
  if (first === 'RESET' || first === 'DISCARD') return `${first} would undo the timeouts that the runtime has set`
  if (first === 'COPY' && /\b(?:stdin|stdout)\b/i.test(text)) return 'COPY from or to the client is not supported'
  return undefined
}

const transactionWords: ReadonlySet<string> = new Set([
  'BEGIN',
  'START',
  'COMMIT',
  'END',
  'ROLLBACK',
  'ABORT',
  'SAVEPOINT',
  'RELEASE',
])

/** `SET CONSTRAINTS` is local by nature; `SET LOCAL SESSION CHARACTERISTICS` is not, in spite of its name. */
const localSettings: ReadonlySet<string> = new Set(['LOCAL', 'CONSTRAINTS'])

/** Up to three words, in capitals. An empty statement before the first is skipped, as the server does. */
function firstWords(text: string): readonly string[] {
  const words: string[] = []
  let at = 0
  while (words.length < 3) {
    at = skipBlanks(text, at, words.length === 0)
    word.lastIndex = at
    const found = word.exec(text)?.[0]
    if (found === undefined) break
    words.push(found.toUpperCase())
    at += found.length
  }
  return words
}

const word = /[a-z_]+/iy
const blanks = /\s+|--[^\r\n]*/y

function skipBlanks(text: string, from: number, semicolons: boolean): number {
  let at = from
  for (;;) {
    blanks.lastIndex = at
    const blank = blanks.exec(text)?.[0].length ?? 0
    const skipped = blank > 0 ? blank : semicolons && text[at] === ';' ? 1 : commentLength(text, at)
    if (skipped === 0) return at
    at += skipped
  }
}

/** SQL's block comments nest. */
function commentLength(text: string, from: number): number {
  if (!text.startsWith('/*', from)) return 0
  let depth = 0
  for (let at = from; at < text.length; ) {
    if (text.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else if (text.startsWith('*/', at)) {
      depth -= 1
      at += 2
      if (depth === 0) return at - from
    } else {
      at += 1
    }
  }
  return text.length - from
}
