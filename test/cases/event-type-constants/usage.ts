import * as generated from './index.js'
import type { Same } from './same.js'

export const upper: Same<typeof generated.ITEM_CHANGED, 'ITEM_CHANGED'> = true
export const dotted: Same<typeof generated.ITEM_REMOVED, 'item.removed'> = true
export const ofTheKey: Same<typeof generated.ITEM_COUNTED, 'ItemCounted'> = true
export const digitFirst: Same<typeof generated.EVENT_3RD_KIND, '3rd.kind'> = true
