import { isVersion2 } from '../../build/is-version-2.js'
import { childPlace, rawMember } from '../../build/node.js'
import { parametersIn } from '../../model/address.js'
import type { Rule } from '../rule.js'

export const parameterUndeclared: Rule = {
  name: 'parameter-undeclared',
  topic: 'dispatch',
  severity: 'warning',
  summary: 'the address of a channel holds a parameter that the channel does not declare',
  why: `Nothing says what may stand there: any word is sent and accepted, nobody knows whether a word was a parameter or a
typo, and a publisher cannot read its value from the payload.`,
  wrong: `
channels:
  orders:
    address: order.{region}.paid`,
  right: `
channels:
  orders:
    address: order.{region}.paid
    parameters: { region: { enum: [eu, us] } }`,
  check: ({ generated, root }) => {
    // In AsyncAPI 2 the parser tells it, and in 3 where the channel declares any.
    if (isVersion2(root)) return []
    const undeclaring = generated.filter(({ node }) => rawMember(node, 'parameters') === undefined)
    return undeclaring.flatMap(({ address, key, node }) => {
      const names = parametersIn(address)
      if (names.length === 0) return []
      const [words, members] = [names.map((name) => `{${name}}`), names.map((name) => `${name}: {}`)]
      return [
        {
          message: `the address of the channel "${key}" holds ${words.join(', ')}, and the channel declares no parameters`,
          hint: `add parameters: { ${members.join(', ')} } to the channel`,
          at: childPlace(node.place, 'address'),
        },
      ]
    })
  },
}
