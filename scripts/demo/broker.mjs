import amqp from 'amqplib'

/**
 * @typedef {object} DemoBroker
 * @property {() => Promise<number>} waiting how many messages lie in the demo's queues, parked ones included
 * @property {() => Promise<void>} remove deletes the exchange and the queues, those that are not there too
 */

/**
 * A look at what the demo's processes have declared.
 *
 * @param {string} url
 * @param {import('./document.mjs').DemoDocument} document
 * @returns {DemoBroker}
 */
export function demoBroker(url, { exchange, queues }) {
  return {
    waiting: () =>
      withConnection(url, async (connection) => {
        let messages = 0
        for (const name of queues) {
          const channel = await connection.createChannel()
          messages += (await channel.checkQueue(name)).messageCount
          await channel.close()
        }
        return messages
      }),
    remove: () =>
      withConnection(url, async (connection) => {
        const channel = await connection.createChannel()
        for (const name of queues) await channel.deleteQueue(name)
        await channel.deleteExchange(exchange)
        await channel.close()
      }),
  }
}

/**
 * @template Result
 * @param {string} url
 * @param {(connection: import('amqplib').ChannelModel) => Promise<Result>} work
 */
async function withConnection(url, work) {
  const connection = await amqp.connect(url)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
