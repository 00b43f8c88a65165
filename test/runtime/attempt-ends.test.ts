import { expect, test } from 'vitest'
import { createAttemptEnds } from '../../templates/runtime/consumer/attempt-ends.js'
import type { GroupContext } from '../../templates/runtime/consumer/group-context.js'

test('ends that could not be written stay owed, each kind, until they are written', async () => {
  let isAway = true
  const written: string[] = []
  const query = async (text: string): Promise<{ readonly rows: readonly []; readonly rowCount: number }> => {
    if (isAway) throw new Error('the database is away')
    written.push(text.startsWith('update') ? 'finish' : 'withdraw')
    return { rows: [], rowCount: 1 }
  }
  // True: nothing else of the context is read for this.
  const context = { database: { schema: 's', query }, group: { group: 'g' }, instance: 'i' } as unknown
  const ends = createAttemptEnds(context as GroupContext<unknown>, 'queue')

  await expect(ends.finish(Buffer.from('finished'))).rejects.toThrow('away')
  await expect(ends.withdraw(Buffer.from('withdrawn'))).rejects.toThrow('away')
  await expect(ends.writeOwed()).rejects.toThrow('away')
  isAway = false
  await ends.writeOwed()
  expect(written).toEqual(['finish', 'withdraw'])
  await ends.writeOwed()
  expect(written, 'nothing is owed any more').toHaveLength(2)
})
