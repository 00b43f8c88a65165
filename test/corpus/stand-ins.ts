/**
 * Parts of the runtime that stand at the edge of the process, by their path: instead of a broker, what is sent is handed
 * back; instead of consuming, what a group would consume with.
 */
export const standIns: Readonly<Record<string, string>> = {
  'runtime/broker.js': `
    export const connectBroker = async () => { throw new Error('there is no broker here') }
    export const brokerLinks = (broker) => ({
      withChannel: async () => undefined,
      openSender: async () => ({ send: async (message) => { broker.sent.push(message) }, close: async () => undefined }),
    })
  `,
  'runtime/start-group.js': `
    export const startGroup = async (wiring, options) => ({ wiring, options })
  `,
}
