// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Where in a JSON text the first integer stands that reading would change, since a JavaScript number cannot hold it:
 * `9007199254740993` would become …992. Undefined when there is none. What was rounded before it was sent, and what
 * is written as a fraction or with an exponent, is not looked for. The text must be JSON.
 */
export function roundedIntegerAt(text: string): number | undefined {
  // The first integer that is rounded has 16 digits. Nearly every text ends here.
  if (!/\d{16}/.test(text)) return undefined
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i)
    if (character === '"') i = endOfString(text, i)
    else if (isDigit(character)) {
      const end = endOfDigits(text, i)
      if (!/[.eE]/.test(text.charAt(end)) && isRounded(text.slice(i, end))) return i
      // A fraction or an exponent has digits of its own, which are no integers.
      i = endOfNumber(text, end) - 1
    }
  }
  return undefined
}

function isRounded(digits: string): boolean {
  if (digits.length < 16) return false
  const read = Number(digits)
  // Numbers as JavaScript writes them are read as what they were, also where they are not exact: 2 ** 60.
  return !Number.isFinite(read) || (String(read) !== digits && BigInt(read) !== BigInt(digits))
}

/** The closing quote. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1
  return end
}

function endOfDigits(text: string, start: number): number {
  let end = start
  while (isDigit(text.charAt(end))) end += 1
  return end
}

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && /[\d.eE+-]/.test(text.charAt(end))) end += 1
  return end
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
