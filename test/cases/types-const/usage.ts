import { type ItemChanged, itemChangedKey } from './index.js'
import type { Same } from './same.js'

export const kind: Same<ItemChanged['kind'], 'item.changed'> = true
export const revision: Same<ItemChanged['revision'], 3> = true
export const live: Same<ItemChanged['live'], true> = true
export const nothing: Same<ItemChanged['nothing'], null | undefined> = true
export const flags: Same<ItemChanged['flags'], readonly ['a', 1] | undefined> = true
export const item: ItemChanged = { id: 'i', kind: 'item.changed', revision: 3, live: true, origin: { name: 'back office' } }
export const key: string = itemChangedKey(item)
// @ts-expect-error another constant
export const other: ItemChanged = { id: 'i', kind: 'item.removed', revision: 3, live: true }
