import type { ItemChanged } from './index.js'
import type { Same } from './same.js'

export const changedAt: Same<ItemChanged['changedAt'], string> = true
export const day: Same<ItemChanged['day'], string | undefined> = true
export const history: Same<ItemChanged['history'], readonly string[] | undefined> = true
// @ts-expect-error a Date would be another string once it is sent
export const date: ItemChanged = { id: 'i', changedAt: new Date(0) }
