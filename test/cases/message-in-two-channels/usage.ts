import type { Publishers, StockNorthHandlers, StockSouthHandlers } from './index.js'
import type { Same } from './same.js'

export const publishers: Same<keyof Publishers, 'itemChanged'> = true
export const handlers: Same<keyof StockNorthHandlers, keyof StockSouthHandlers> = true
export async function use({ itemChanged }: Publishers): Promise<void> {
  await itemChanged.publish({ id: 'i' }, { channel: 'north' })
  // @ts-expect-error which of the two
  await itemChanged.publish({ id: 'i' })
}
