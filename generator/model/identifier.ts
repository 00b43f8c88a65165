import { nameLetters } from './letters.js'

/**
 * A name in PascalCase that TypeScript accepts, made from any text; undefined when no letter or digit is in it.
 * A text that is such a name already stays as it is (`SKUChanged`); in others the parts are joined (`order-paid` and
 * `ORDER_PAID` become `OrderPaid`), letters of every script in use are kept, and a leading digit gets an underscore.
 */
export function pascalName(text: string): string | undefined {
  const parts = nameParts(text)
  if (parts.length === 0) return undefined
  const shouted = parts.length > 1 && !/\p{Ll}/u.test(text)
  const joined = parts.map((part) => capitalised(shouted ? part.toLowerCase() : part)).join('')
  return afterSafeStart(joined.normalize('NFC'))
}

/**
 * The camelCase form of a PascalCase name: `OrderPaid` becomes `orderPaid`, `SKUChanged` `skuChanged`. It differs in
 * case alone, so names that are unique without regard to case stay so.
 */
export function camelName(pascal: string): string {
  const capitals = /^\p{Lu}+/u.exec(pascal)?.[0] ?? ''
  // In `SKUChanged` the last capital starts the next word; in `SKU` and `S1` there is none.
  const word = capitals.length > 1 && /^\p{Ll}/u.test(pascal.slice(capitals.length)) ? capitals.slice(0, -1) : capitals
  return word.toLowerCase() + pascal.slice(word.length)
}

/** Whether TypeScript lets a type, a class, a function or a constant of a module have this name. */
export function isIdentifier(name: string): boolean {
  return isMemberName(name) && !reservedWords.has(name)
}

/** Whether the name can stand after a dot: any word may, reserved or not. */
export function isMemberName(name: string): boolean {
  return memberName.test(name) && !unseen.test(name)
}

const memberName = new RegExp(`^(?=[\\p{ID_Start}$_])(?:(?=[$_${nameLetters}])[\\p{ID_Continue}$])+$`, 'u')

/** Letters that nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/**
 * Words that TypeScript keeps for itself, that would mean something else in a module, or that a module has already when
 * it is compiled to CommonJS.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `__dirname __esModule __filename any arguments as async await bigint boolean break case catch class const continue
  debugger declare default delete do else enum eval export exports extends false finally for function get globalThis if
  implements import in Infinity instanceof interface let module namespace NaN never new null number object of package
  private protected public require return set static string super switch symbol this throw true try type typeof
  undefined unknown var void while with yield`.split(/\s+/),
)

/** The words and numbers that a name can be made of. An underscore parts them, like everything that is no letter. */
export function nameParts(text: string): readonly string[] {
  return text.normalize('NFC').match(parts) ?? []
}

const parts = new RegExp(
  `(?:(?![\\p{Pc}\\p{Default_Ignorable_Code_Point}])(?=[${nameLetters}])\\p{ID_Continue})+`,
  'gu',
)

/** With a capital for its first letter, where that letter has one that may start a name. */
export function capitalised(part: string): string {
  const [first = ''] = part
  const upper = first.toUpperCase()
  // Some letters have capitals of several characters, not all of which may start a name.
  return (isMemberName(upper) ? upper : first) + part.slice(first.length)
}

function afterSafeStart(name: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`
}
