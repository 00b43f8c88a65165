import { type Bottom, type Middle, type Stamp, type Top, itemChangedKey } from './index.js'

export const top: Top = { id: 'i', note: 'n', count: 1, by: 'me', tag: 'new' }
export const parts: readonly [Bottom, Middle, Stamp] = [top, top, top]
export const bottom: Bottom = { id: 'i' }
export const key: string = itemChangedKey(top)
// @ts-expect-error the required list of the innermost part holds
export const withoutId: Top = { note: 'n', count: 1, by: 'me', tag: 'new' }
// @ts-expect-error one part requires what another declares
export const withoutNote: Middle = { id: 'i', count: 1 }
// @ts-expect-error required beside the parts
export const withoutTag: Top = { id: 'i', note: 'n', count: 1, by: 'me' }
// @ts-expect-error members of one part do not appear in another
export const leaked: Stamp = { by: 'me', count: 1 }
