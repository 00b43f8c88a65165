import type { ParcelSent } from './index.js'
import type { Same } from './same.js'

export const parcel: ParcelSent = { parcel: { number: 'p-1', weight: 300, note: 'fragile' }, size: 'small' }
export const size: Same<ParcelSent['size'], 'small' | 'large' | undefined> = true
