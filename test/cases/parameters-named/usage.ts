import { type ItemMovedMessage, type Publishers, itemMovedKey } from './index.js'

export async function use({ itemMoved }: Publishers): Promise<string> {
  await itemMoved.publish({ id: 'i' }, { parameters: { depotId: 'd-1', country: 'de' } })
  await itemMoved.publish({ id: 'i' }, { parameters: { country: 'it', depotId: 'd-1' } })
  // @ts-expect-error one is missing
  await itemMoved.publish({ id: 'i' }, { parameters: { country: 'it' } })
  // @ts-expect-error in an order, without names
  await itemMoved.publish({ id: 'i' }, { parameters: ['it', 'd-1'] })
  return itemMovedKey({ id: 'i' }, { parameters: { depotId: 'd-1', country: 'de' } })
}

export const depot: ItemMovedMessage['parameters']['depotId'] = 'any word'
// @ts-expect-error none of those that are listed
export const country: ItemMovedMessage['parameters']['country'] = 'atlantis'
