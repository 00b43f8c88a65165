/** @import { Variant } from './list.mjs' */

const topology = 'test/runtime/topology.test.ts'

/**
 * What can go wrong where queues are declared or checked.
 *
 * @type {readonly Variant[]}
 */
export const topologyVariants = [
  {
    name: 'no delivery limit is set',
    patches: [
      {
        file: 'broker/topology.ts',
        find: "{ 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit }",
        replace: "{ 'x-queue-type': 'quorum', 'x-delivery-limit': Math.min(deliveryLimit, 20) }",
      },
    ],
    test: {
      file: topology,
      name: 'with the default limit a message survives more returns than any default of the broker allows',
    },
  },
  {
    name: 'dead letters leave at most once',
    patches: [{ file: 'broker/topology.ts', find: "'x-dead-letter-strategy': 'at-least-once',", replace: '' }],
    test: { file: topology, name: 'dead letters of <queue>.retry.100 leave it at least once' },
  },
  {
    name: 'check declares',
    patches: [
      {
        file: 'broker/topology.ts',
        find: "queue.topology.queue === 'check'",
        replace: "queue.topology.queue === 'skip'",
      },
    ],
    test: { file: topology, name: "checked, 'a delay queue' must exist and nothing is declared" },
  },
]
