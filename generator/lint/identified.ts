import type { FieldExpression } from '../build/messages/field-expression.js'
import { nameWords } from '../model/words.js'

/**
 * What a field identifies, as the words of its name without the last: `orderId` and `order.id` an `order`, `id` nothing
 * that has a name. Undefined for a field that is no identifier by its name.
 */
export function identified({ path }: Pick<FieldExpression, 'path'>): readonly string[] | undefined {
  const words = nameWords(path.at(-1) ?? '')
  if (!identifierWords.has(words.at(-1) ?? '')) return undefined
  const named = words.slice(0, -1).map(singular)
  const parent = nameWords(path.at(-2) ?? '').map(singular)
  return named.length === 0 ? parent : named
}

/** Whether what is named belongs to many events: a user, a tenant, a device. */
export function isOwner(words: readonly string[] | undefined): boolean {
  return words !== undefined && words.length > 0 && owners.has(words.at(-1) ?? '')
}

/** `orders` and `order` are one word here; more of English would be needed for no gain. */
export function singular(word: string): string {
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

const identifierWords: ReadonlySet<string> = new Set('id uuid guid ulid number no nr key code ref reference'.split(' '))

const owners: ReadonlySet<string> = new Set(
  `user customer client tenant account member merchant seller vendor supplier buyer owner organization organisation org
  company shop store employee person subscriber patient student driver guest visitor workspace team
  device sensor machine meter vehicle gateway`.split(/\s+/),
)
