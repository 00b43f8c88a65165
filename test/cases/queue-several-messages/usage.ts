import * as generated from './index.js'
import type { Same } from './same.js'

export const starts: Same<Extract<keyof typeof generated, `start${string}`>, 'startSales' | 'startStock'> = true
export const stock: Same<keyof generated.StockHandlers, 'onItemChanged' | 'onItemRemoved'> = true
export const sales: Same<keyof generated.SalesHandlers, 'onItemReturned' | 'onItemSold'> = true
