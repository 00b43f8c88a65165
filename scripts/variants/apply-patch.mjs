/**
 * The text with the patch in it. Throws when what it replaces stands there never or more than once: then the variant
 * would break nothing, or more than it says.
 *
 * @param {string} text of the file that the patch is for
 * @param {import('./list.mjs').Patch} patch
 */
export function applyPatch(text, { file, find, replace }) {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} must contain once, not ${times} times: ${find}`)
  return text.replace(find, () => replace)
}
