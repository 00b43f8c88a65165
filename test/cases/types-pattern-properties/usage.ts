import type { ItemChanged } from './index.js'
import type { Same } from './same.js'

export const labels: Same<ItemChanged['labels'][string], string | number | boolean> = true
export const closed: Same<NonNullable<ItemChanged['closed']>[string], string> = true
export const item: ItemChanged = { id: 'i', labels: { 'x-a': 'a', 'n-a': 1, other: true }, closed: { 'x-b': 'b' } }
// @ts-expect-error no schema takes an object
export const other: ItemChanged = { id: 'i', labels: { 'x-a': {} } }
