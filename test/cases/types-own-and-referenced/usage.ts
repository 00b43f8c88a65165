import type { ItemChanged, Size } from './index.js'
import type { Same } from './same.js'

export const members: Same<keyof ItemChanged, 'id' | 'size' | 'count' | 'box'> = true
export const size: Same<ItemChanged['size'], Size> = true
export const item: ItemChanged = { id: 'i', size: { width: 1 }, count: 2, box: { size: { width: 3 }, wood: true } }
