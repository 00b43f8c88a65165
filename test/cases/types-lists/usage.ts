import type { ItemChanged, Line } from './index.js'
import type { Same } from './same.js'

export const tags: Same<ItemChanged['tags'], readonly string[] | undefined> = true
export const grid: Same<ItemChanged['grid'], readonly (readonly number[])[] | undefined> = true
export const pair: Same<ItemChanged['pair'], readonly [string, number] | undefined> = true
export const lines: Same<ItemChanged['lines'], readonly Line[]> = true
export const kinds: Same<ItemChanged['kinds'], readonly (Line | string)[]> = true
// What JSON.parse gives is what a handler gets and what publish takes.
export const item: ItemChanged = { id: 'i', lines: [{ sku: 's' }], kinds: [{ sku: 's' }, 's'], pair: ['a', 1], anything: [1, null] }
