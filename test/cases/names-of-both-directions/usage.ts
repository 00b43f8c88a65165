import type * as generated from './index.js'
import type { ListenersHandlers, Publishers } from './index.js'
import type { Same } from './same.js'

export const starts: Same<Extract<keyof typeof generated, `start${string}`>, 'startListeners'> = true
// What others publish is handled, what they subscribe to is sent: none is both.
export const both: Extract<keyof ListenersHandlers, `on${Capitalize<keyof Publishers>}`> extends never ? true : false = true
