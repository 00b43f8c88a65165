import type { MessageDraft } from '../build/messages/draft.js'
import { nameWords } from '../model/words.js'
import { singular } from './identified.js'

/** The words that an event is called by: its type, its message and its channel. */
export function eventWords({ contract, message, channel }: MessageDraft): ReadonlySet<string> {
  const names = [contract.eventType, message.key, channel.key, channel.address ?? '']
  return new Set(names.flatMap(nameWords).map(singular))
}
