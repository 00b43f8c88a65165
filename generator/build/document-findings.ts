import { didYouMean } from '../model/did-you-mean.js'
import { type Channel, isAnnotated } from './channel.js'
import type { Context } from './context.js'
import { namesInWords } from './exchanges.js'
import { childPlace, type Node, rawMember, textMember } from './node.js'

/** Whether the document is of a version that idemgen does not build from; says so. */
export function reportUnsupportedVersion(context: Context, root: Node): boolean {
  const version = textMember(context, root, 'asyncapi')
  if (version === undefined || !/^[012]\./.test(version)) return false
  context.report({
    rule: 'not-built-yet',
    message: `AsyncAPI ${version} is not built yet`,
    hint: 'convert the document to AsyncAPI 3: npx @asyncapi/cli convert',
    at: childPlace(root.place, 'asyncapi'),
  })
  return true
}

/** One line about what nothing is generated for, since leaving an annotation out is fine. */
export function reportUnannotated(context: Context, root: Node, channels: readonly Channel[]): void {
  const info = { severity: 'info' as const, hint: 'add x-idempotency with businessKey and consumerGroup to a channel' }
  if (channels.length === 0) {
    const at = rawMember(root, 'channels')?.place ?? root.place
    context.report({
      rule: 'channels-missing',
      message: 'the document has no channels: nothing is generated',
      at,
      ...info,
    })
    return
  }
  const unannotated = channels.filter((channel) => !isAnnotated(channel))
  const [first] = unannotated
  if (first === undefined) return
  const names = namesInWords(unannotated.map(({ key }) => `"${key}"`))
  const message =
    unannotated.length === channels.length
      ? 'no channel has an x-idempotency: nothing is generated'
      : `${names} ${unannotated.length === 1 ? 'has' : 'have'} no x-idempotency: nothing is generated for ${unannotated.length === 1 ? 'it' : 'them'}`
  context.report({ rule: 'channel-unannotated', message, at: first.node.place, ...info })
}

/** Groups that were asked for and are not there. */
export function reportUnknownGroups(context: Context, known: readonly string[], wanted: readonly string[]): void {
  for (const group of wanted) {
    if (known.includes(group)) continue
    const meant = didYouMean(group, known)
    context.report({
      rule: 'group-unknown',
      message: `the document has no consumer group "${group}"`,
      hint: meant === undefined ? `its groups are ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`,
      at: { file: '', pointer: '' },
    })
  }
}
