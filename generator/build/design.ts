import type { Place } from '../model/pointer.js'
import type { Channel } from './channel.js'
import type { Context } from './context.js'
import type { GroupDraft } from './groups/group-draft.js'
import type { LocatedObject } from './located.js'
import type { MessageDraft } from './messages/draft.js'
import type { Node } from './node.js'
import type { Sending } from './publish-channel.js'

/**
 * What a document says, merged and with the place of each setting: what the contract is made from, and what a rule
 * judges. Values stand where they came to stand after traits were applied; `originOf` tells where they are written.
 */
export interface Design {
  readonly root: Node
  /** What the environment allows, as the root of the document says; undefined where it says nothing. */
  readonly limits: LocatedObject | undefined
  /** Every channel of the document, annotated or not. */
  readonly channels: readonly Channel[]
  /** Those of them that something is generated for. */
  readonly generated: readonly Channel[]
  /** One for each channel and message of `generated`. */
  readonly messages: readonly MessageDraft[]
  /** All groups, settings complete. */
  readonly groups: readonly GroupDraft[]
  /** What is published. */
  readonly sendings: readonly Sending[]
  /** For looking things up; what a rule finds, it returns. */
  readonly context: Context
  readonly originOf: (place: Place) => Place
}
