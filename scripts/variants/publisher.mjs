/** @import { Variant } from './list.mjs' */

const refusals = 'test/runtime/publish-refusals.test.ts'
const window = 'test/runtime/publish-window.test.ts'
const exchange = 'test/runtime/publish-exchange.test.ts'

/**
 * What can go wrong between the call of a publisher and the sender.
 *
 * @type {readonly Variant[]}
 */
export const publisherVariants = [
  {
    name: 'the object itself is validated, not what is sent',
    patches: [
      {
        file: 'message/compose-message.ts',
        find: 'validator.check(message.payload, value)',
        replace: 'validator.check(message.payload, payload)',
      },
    ],
    test: { file: refusals, name: 'what is validated is what is sent: the JSON form, not the object' },
  },
  {
    name: 'the window lets everything in',
    patches: [{ file: 'broker/window.ts', find: 'if (free > 0) {', replace: 'if (free > -1e9) {' }],
    test: { file: window, name: 'no more than the window is unconfirmed at a time; the others wait in their order' },
  },
  {
    name: 'the confirm timeout starts in the window',
    patches: [
      { file: 'broker/sender.ts', find: 'await window.enter(patience)', replace: 'await window.enter({})' },
      { file: 'broker/sender.ts', find: 'less(patience, performance.now() - startedAt)', replace: 'patience' },
    ],
    test: { file: window, name: 'the confirm timeout counts from the call, also for what waits for the window' },
  },
  {
    name: 'headers of ours are checked although the spec does not declare them',
    patches: [{ file: 'message/compose-message.ts', find: '...pick(ours, declared)', replace: '...ours' }],
    test: { file: refusals, name: 'headers that the spec declares are checked and sent, ours beside them' },
  },
  {
    name: 'a user that may not declare an exchange cannot publish',
    patches: [{ file: 'publish.ts', find: 'if (!isForbidden(error)) throw error', replace: 'throw error' }],
    test: { file: exchange, name: 'a user that may not declare the exchange can publish to it as it stands' },
  },
]
