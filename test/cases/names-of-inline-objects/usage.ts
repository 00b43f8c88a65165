import type * as generated from './index.js'
import type { ItemChanged, ItemRemoved } from './index.js'
import type { Same } from './same.js'

export const width: Same<ItemChanged['detail']['width'], number> = true
export const reason: Same<ItemRemoved['detail']['reason'], 'sold' | 'lost'> = true
// @ts-expect-error the detail of the other message
export const mixed: ItemChanged = { id: 'i', detail: { reason: 'sold' } }
// @ts-expect-error nothing is called anonymous
export type Nobody = generated.AnonymousSchema1
