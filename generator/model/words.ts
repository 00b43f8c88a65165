/**
 * The words of a name, in lower case: `orderID`, `order_id` and `ORDER-ID` are all `order id`. A run of capitals is one
 * word (`HTTPServer` is `http server`); digits stay with the letters before them.
 */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}
