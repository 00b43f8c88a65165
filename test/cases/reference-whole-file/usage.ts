import type { ParcelSentMessage } from './index.js'

export const parcel: ParcelSentMessage['payload'] = { number: 'p-1', address: { city: 'Turin' } }
// @ts-expect-error the city is required
export const nowhere: ParcelSentMessage['payload'] = { number: 'p-1', address: {} }
