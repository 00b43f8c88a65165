import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { build } from '../../generator/build/build.js'
import { loadDocument } from '../../generator/load/load-document.js'
import { isError } from '../../generator/model/finding.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { complaints, complaintsOfSeven } from './compile.js'
import { renderContract, textOf } from './render-contract.js'

/** Each line is a promise about what compiles, or about what does not. */
const service: OutputFile = {
  path: 'service.ts',
  text: `
import { connectBroker, createPublishers, pgDatabase, startCheckers, startDepots } from './index.js'
import type { CheckAskedMessage, Move, Published, PublishedReply } from './index.js'

export const answer: CheckAskedMessage['reply'] = { isRight: true }
export const noAnswer: CheckAskedMessage['reply'] = 'unknown'

export async function main(move: Move): Promise<Published> {
  const broker = await connectBroker({ url: 'amqp://localhost' })
  const { stockMoved, stockFilled, checkAsked, answersChecked, answersUnknown } = await createPublishers({ broker })
  await stockMoved.publish(move, { parameters: { region: 'eu' } })
  await stockMoved.publish(move, { parameters: { region: 'us', depot: move.depot, kind: 'out' } })
  // @ts-expect-error a parameter without a default is required
  await stockMoved.publish(move, { parameters: { depot: 'a' } })
  // @ts-expect-error not among the values
  await stockMoved.publish(move, { parameters: { region: 'asia' } })
  // @ts-expect-error parameters are required
  await stockMoved.publish(move)

  await stockFilled.publish(move, { channel: 'board' })
  await stockFilled.publish(move, { channel: 'stockFilled' })
  await stockFilled.publish(move, { channel: 'stockFilled', parameters: { depot: move.depot } })
  await stockFilled.publish(move, { channel: 'news', parameters: { region: 'eu' } })
  // @ts-expect-error this channel needs its parameter
  await stockFilled.publish(move, { channel: 'news' })
  // @ts-expect-error a parameter of another channel
  await stockFilled.publish(move, { channel: 'news', parameters: { depot: 'a' } })
  // @ts-expect-error the channel is required
  await stockFilled.publish(move, { parameters: { region: 'eu' } })
  // @ts-expect-error there is no such channel
  await stockFilled.publish(move, { channel: 'x' })

  await checkAsked.publish(move, { headers: { tenant: 't' }, replyTo: 'answers' })
  await checkAsked.publish(move, { headers: { tenant: 't' }, replyTo: 'answers', correlationId: 'c' })
  // @ts-expect-error a request says where its reply goes
  await checkAsked.publish(move, { headers: { tenant: 't' } })
  // @ts-expect-error the header is set by the option
  await checkAsked.publish(move, { headers: { tenant: 't', replyTo: 'answers' }, replyTo: 'answers' })

  const database = pgDatabase({ connectionString: 'postgres://localhost' })
  await startCheckers({
    broker,
    database,
    handlers: {
      async onCheckAsked(asked, { replyTo, correlationId, headers }) {
        const tenant: string = headers.tenant
        // @ts-expect-error a publisher that knows nothing of the document may not have sent it
        await answersChecked.publish({ isRight: tenant === asked.depot }, { replyTo, correlationId: 'c' })
        if (replyTo === undefined || correlationId === undefined) return
        const sent: PublishedReply = await answersChecked.publish({ isRight: true }, { replyTo, correlationId })
        // @ts-expect-error a reply that nobody annotated has no business key
        sent.businessKey
        await answersUnknown.publish('no such move', { replyTo, correlationId })
        // @ts-expect-error a reply says which request it answers
        await answersUnknown.publish('no such move', { replyTo })
      },
    },
  })
  await startDepots({
    broker,
    database,
    handlers: {
      async onStockMoved(moved, { parameters, replyTo }) {
        const region: 'eu' | 'us' = parameters.region
        const kind: 'in' | 'out' = parameters.kind
        const depot: string = parameters.depot
        await stockMoved.publish(moved, { parameters: { region, kind, depot }, correlationId: replyTo })
      },
    },
  })
  return stockMoved.publish(move, { parameters: { region: 'eu' } })
}
`,
}

async function output(): Promise<readonly OutputFile[]> {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const { document } = await loadDocument({ path: 'targets.yaml', cwd })
  if (document === undefined) throw new Error('targets.yaml does not load')
  const { contract, docs, findings } = build(document, { side: 'both' })
  expect(findings.filter(isError)).toEqual([])
  return renderContract(contract, { docs, specPath: 'targets.yaml' })
}

test('parameters, channels, requests and replies are typed as the document says', async () => {
  const files = await output()
  expect(complaints([...files, service])).toEqual([])
  expect(await complaintsOfSeven([...files, service], 'bundler')).toBe('')
})

test('what is said of parameters stands beside them', async () => {
  expect(textOf(await output(), 'publishers.ts')).toContain(`
  readonly stockMoved: Publisher<
    StockMovedMessage,
    {
      readonly parameters: {
        /** Taken from the payload's \`depot\`. */
        readonly depot?: string
        /** Default \`in\`. */
        readonly kind?: 'in' | 'out'
        /**
         * Where the depot is.
         *
         * @example eu
         */
        readonly region: 'eu' | 'us'
      }
    }
  >
`)
})
