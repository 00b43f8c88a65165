import { pointerSegments } from '../model/pointer.js'
import { type Found, referenceIn } from '../model/reference.js'
import type { Context } from './context.js'
import { type NamedNode, textMember } from './node.js'
import { standingAt } from './read-parts.js'

/** A message of AsyncAPI 2 and the first operation that names it. */
export interface MessageUse {
  readonly message: NamedNode
  readonly operation: { readonly verb: string; readonly id: string | undefined }
}

/**
 * What the messages of a channel are called in AsyncAPI 2, which has no keys for them: the key under
 * `components.messages`, else `messageId`, else `name`, else how the file that holds it calls it; and one that says
 * nothing of itself is called by its channel, or by its operation where the channel has several of that kind.
 */
export function messageKeys(
  context: Context,
  channel: string,
  uses: readonly MessageUse[],
): readonly { readonly key: string; readonly message: NamedNode }[] {
  const named = uses.map((use) => ({ use, name: nameOf(context, use.message) }))
  const nameless = named.filter(({ name }) => name === undefined).map(({ use }) => use)
  const taken = new Set<string>()
  return named.map(({ use, name }) => {
    const wanted = name ?? namelessKey(channel, use, nameless)
    let key = wanted
    for (let i = 2; taken.has(key); i++) key = `${wanted}-${i}`
    taken.add(key)
    return { key, message: use.message }
  })
}

function nameOf(context: Context, message: NamedNode): string | undefined {
  const own = ['messageId', 'name'].map((name) => textMember(context, message, name))
  return [componentKey(context, message), ...own, nameInFile(message)].find(Boolean)
}

/** The first component on the way from the operation to the message. */
function componentKey(context: Context, { use }: NamedNode): string | undefined {
  let found: Found | undefined = standingAt(context, use)
  // A circle has been reported, and was no message.
  for (let hops = 0; found !== undefined && hops < 100; hops++) {
    const ref = referenceIn(found.value)
    if (ref === undefined) return undefined
    found = context.target(ref, found.place.file)
    const [parent, messages, key, ...rest] = pointerSegments(found?.place.pointer ?? '')
    if (parent === 'components' && messages === 'messages' && rest.length === 0) return key
  }
  return undefined
}

/** For a message that stands elsewhere: the last word of the way to it. */
function nameInFile({ place, use }: NamedNode): string | undefined {
  if (place.file === use.file && place.pointer === use.pointer) return undefined
  const name =
    pointerSegments(place.pointer).at(-1) ??
    place.file
      .split('/')
      .at(-1)
      ?.replace(/\.[a-z]+$/i, '')
  return name === undefined || /^(\d+|message)$/.test(name) ? undefined : name
}

function namelessKey(channel: string, { operation }: MessageUse, nameless: readonly MessageUse[]): string {
  return nameless.length === 1 ? channel : (operation.id ?? `${channel} ${operation.verb}`)
}
