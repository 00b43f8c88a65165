import type { ExchangeContract } from '../../model/contract.js'
import type { Finding } from '../../model/finding.js'
import type { Place } from '../../model/pointer.js'
import { createContext } from '../context.js'
import { groupBy } from '../group-by.js'
import { asNode, namedObjects, objectAt, textMember } from '../node.js'
import { type BuiltSpec, findingAt, inWords } from './built-spec.js'

/** Exchanges that two documents declare otherwise: a broker closes the channel of whoever comes second. */
export function exchangeFaults(specs: readonly BuiltSpec[]): readonly Finding[] {
  const declared = specs.flatMap((spec) =>
    Object.entries(spec.contract.exchanges).map(([name, exchange]) => ({ spec, name, exchange })),
  )
  return [...groupBy(declared, ({ name }) => name).values()].flatMap(([first, ...others]) => {
    return others.flatMap(({ spec, name, exchange }) => {
      const key = differingKey(first.exchange, exchange)
      if (key === undefined) return []
      const before = { spec: first.spec, place: placeOfExchange(first.spec, name) }
      return findingAt(
        { spec, place: placeOfExchange(spec, name) },
        {
          rule: 'exchange-conflict',
          message: `the exchange "${name}" has ${key} ${exchange[key]} here and ${first.exchange[key]} at ${inWords(before)}`,
          hint: 'there is one exchange of a name: describe it once, in a file that both documents refer to',
        },
      )
    })
  })
}

function differingKey(one: ExchangeContract, other: ExchangeContract): keyof ExchangeContract | undefined {
  return (['type', 'durable', 'autoDelete'] as const).find((key) => one[key] !== other[key])
}

/** The first description of an exchange; the contract holds what it says and not where. */
function placeOfExchange({ document }: BuiltSpec, name: string): Place {
  const context = createContext(document.files)
  const root = asNode({ place: { file: '', pointer: '' }, value: document.files.get('')?.value ?? null })
  const channels = namedObjects(context, root === undefined ? undefined : objectAt(context, root, 'channels'))
  const exchanges = channels.map((channel) => objectAt(context, channel, 'bindings', 'amqp', 'exchange'))
  const found = exchanges.find((exchange) => textMember(context, exchange, 'name') === name)
  return found?.place ?? root?.place ?? { file: '', pointer: '' }
}
