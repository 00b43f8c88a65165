import type { Node } from './node.js'

/** Whether the document is AsyncAPI 2; anything else is read as AsyncAPI 3. */
export function isVersion2(root: Node): boolean {
  return typeof root.value.asyncapi === 'string' && root.value.asyncapi.startsWith('2.')
}
