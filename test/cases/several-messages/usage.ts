import type { Publishers, StockHandlers } from './index.js'
import type { Same } from './same.js'

export const sent: Same<keyof Publishers, 'itemChanged' | 'itemCounted'> = true
export const received: Same<keyof StockHandlers, 'onItemChanged' | 'onItemRemoved' | 'onItemCounted'> = true
// @ts-expect-error every message that can arrive has a handler
export const handlers: StockHandlers = { async onItemChanged() {}, async onItemRemoved() {} }
