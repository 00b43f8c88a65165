import type { VersionFamily } from '../official-versions.js'
import type { Rule } from '../rule.js'
import { channelNames } from './channel-names.js'
import { channelParameters2, channelParameters3 } from './channel-parameters.js'
import { channelServers } from './channel-servers.js'
import { definedSecurity } from './defined-security.js'
import { operationChannel, operationMessages, rootServers } from './operation-channels.js'
import { serverVariables } from './server-variables.js'
import { uniqueMessageIds, uniqueOperationIds } from './unique-ids.js'
import { uniqueTags } from './unique-tags.js'

/** The rules of the official parser that make a document invalid, beside its schemas. */
export function rulesFor(family: VersionFamily, isUriReference: (text: string) => boolean): readonly Rule[] {
  if (family === '2') {
    return [
      definedSecurity,
      serverVariables,
      channelParameters2,
      channelServers('asyncapi2-channel-servers'),
      channelNames('asyncapi2-channel-no-query-nor-fragment'),
      uniqueOperationIds,
      uniqueMessageIds,
      uniqueTags,
    ]
  }
  return [
    operationMessages(isUriReference),
    operationChannel,
    rootServers,
    channelServers('asyncapi3-channel-servers'),
    channelNames('asyncapi3-channel-no-query-nor-fragment'),
    channelParameters3,
  ]
}
