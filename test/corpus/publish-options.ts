import type { MessageContract, PublishChannelContract, PublisherContract } from '../../generator/model/contract.js'
import type { MessageSample } from './sample-message.js'

/** What `publish` is given beside the payload to send a sample to one of its channels. */
export function publishOptions(
  sample: Pick<MessageSample, 'headers' | 'parameters'>,
  { channels }: PublisherContract,
  key: string,
): Readonly<Record<string, unknown>> {
  const channel = channels[key]
  const parameters = Object.entries(sample.parameters).filter(([name]) => channel?.parameters.includes(name))
  return {
    ...(Object.keys(sample.headers).length > 0 && { headers: sample.headers }),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(Object.keys(channels).length > 1 && { channel: key }),
    ...Object.fromEntries(required(channel).map((name) => [name, `the ${name}`])),
  }
}

/** The headers that options of `publish` stand for. */
export function headersOfOptions({ correlationId, replyTo }: MessageContract): readonly string[] {
  return [correlationId, replyTo].flatMap((location) => (location?.in === 'header' ? location.path : []))
}

function required(channel: PublishChannelContract | undefined): readonly string[] {
  return channel?.required ?? []
}
