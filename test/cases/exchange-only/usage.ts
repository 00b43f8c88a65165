import * as generated from './index.js'
import type { Same } from './same.js'

export const sent: Same<keyof generated.Publishers, 'itemChanged' | 'itemSold'> = true
export const starts: Same<Extract<keyof typeof generated, `start${string}`>, never> = true
