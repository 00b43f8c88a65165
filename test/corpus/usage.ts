import type { OutputFile } from '../../generator/model/output-file.js'
import { emittedNames } from '../../generator/render/emitted-names.js'
import type { Generated } from './judge.js'
import { publishOptions } from './publish-options.js'
import type { MessageSample } from './sample-message.js'

/**
 * A service that publishes a valid sample of each message and handles all that each group receives: it compiles where
 * the emitted types take what the schemas take, and where every publisher, start and handler is there by its name.
 *
 * `index` is how it imports the output.
 */
export function usageOf(
  { contract }: Generated,
  samples: ReadonlyMap<string, MessageSample>,
  index = './index.js',
): OutputFile {
  const names = emittedNames(contract)
  const publishing = Object.entries(contract.publishers).flatMap(([name, publisher]) => {
    const sample = samples.get(publisher.message)
    if (sample === undefined) return []
    return Object.keys(publisher.channels).map((channel) => {
      const options = publishOptions(sample, publisher, channel)
      const rest = Object.keys(options).length === 0 ? '' : `, ${literal(options)}`
      return `  await publishers[${literal(name)}].publish(${literal(sample.payload)}${rest})`
    })
  })
  const starting = Object.entries(contract.groups).map(([name, { queues }]) => {
    const messages = [...new Set(queues.flatMap((queue) => queue.messages))]
    const handlers = messages.map((message) => {
      const type = names.messages.get(message)?.message
      return [
        `      async on${message}(payload, { businessKey, headers, parameters }) {`,
        `        const received: generated.${type}['payload'] = payload`,
        '        void [received, businessKey satisfies string, headers, parameters]',
        '      },',
      ].join('\n')
    })
    return `  await generated.${names.groups.get(name)?.start}({\n    broker,\n    database,\n    handlers: {\n${handlers.join('\n')}\n    },\n  })`
  })
  const sending =
    publishing.length > 0 ? ['  const publishers = await generated.createPublishers({ broker })', ...publishing] : []
  const lines = [
    `import * as generated from '${index}'`,
    '',
    'export async function use(broker: generated.Broker, database: generated.Database<generated.Transaction>): Promise<void> {',
    ...sending,
    ...starting,
    '  void [broker, database]',
    '}',
    '',
  ]
  return { path: 'use.ts', text: lines.join('\n') }
}

/** JSON is TypeScript, but for the member that would set a prototype. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:')
}
