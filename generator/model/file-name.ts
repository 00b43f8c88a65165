import { nameWords } from './words.js'

/**
 * A name for a file or folder made of any text, the same on every machine: `a` to `z`, digits and single hyphens, at
 * most 60 characters, and none that Windows keeps for a device. `Order Events.v2` becomes `order-events-v2`. Letters
 * lose their accents, other scripts are left out; `file` where nothing is left. Different texts may get the same name.
 */
export function fileNameOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
  const words = nameWords(plain).flatMap((word) => word.match(/[a-z0-9]+/g) ?? [])
  const name = words.join('-').slice(0, longest).replace(/-$/, '')
  if (name === '') return 'file'
  return isDeviceName(name) ? `${name}-file` : name
}

/** Room for an end and a number within the 143 bytes that encrypted file systems leave. */
const longest = 60

/** Names that Windows opens a device by, whatever end follows them. */
function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name)
}
