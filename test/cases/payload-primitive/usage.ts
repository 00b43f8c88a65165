import type {
  AnythingMessage,
  BareMessage,
  CountMessage,
  NothingMessage,
  Publishers,
  StockHandlers,
  WordMessage,
  WordsMessage,
} from './index.js'
import type { Same } from './same.js'

export const word: Same<WordMessage['payload'], string> = true
export const count: Same<CountMessage['payload'], number> = true
export const words: Same<WordsMessage['payload'], readonly string[]> = true
export const nothing: Same<NothingMessage['payload'], null> = true
export const anything: Same<AnythingMessage['payload'], unknown> = true
export const bare: Same<BareMessage['payload'], unknown> = true

export async function use({ word, nothing }: Publishers): Promise<StockHandlers> {
  await word.publish('hello you', { headers: { event: 'e-1' } })
  await nothing.publish(null, { headers: { event: 'e-2' } })
  // @ts-expect-error the key needs the header
  await word.publish('hello you')
  const ignore = async () => {}
  return { onWord: ignore, onCount: ignore, onWords: ignore, onNothing: ignore, onAnything: ignore, onBare: ignore }
}
