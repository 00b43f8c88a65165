import type { ItemChanged, Money } from './index.js'

const money: Money = { cents: 5 }
export const items: readonly ItemChanged[] = [
  { id: 'a', price: money },
  { id: 'b', price: { points: 7 }, label: 1 },
  { id: 'c', price: 'free', label: 'one' },
]
// @ts-expect-error none of the three
export const other: ItemChanged = { id: 'd', price: true }

export function cents(item: ItemChanged): number {
  const { price } = item
  if (typeof price === 'string') return 0
  return 'cents' in price ? price.cents : price.points
}
