import { isObject } from '../../../model/document.js'
import { type Rule, remark } from '../rule.js'
import { spotsAt } from '../walk.js'
import { variablesIn } from './variables-in.js'

const code = 'asyncapi2-server-variables'

/** The variables in the URL of a server are those that it declares, if it declares any. */
export const serverVariables: Rule = ({ resolved }) =>
  ['servers *', 'components servers *'].flatMap((way) =>
    spotsAt(resolved, way).flatMap(({ path, value }) => {
      if (!isObject(value) || typeof value.url !== 'string' || !isObject(value.variables)) return []
      const { variables } = value
      const used = variablesIn(value.url)
      if (used.length === 0) return []
      const missing = used.filter((name) => !Object.hasOwn(variables, name))
      const missed = `Not all server's variables are described with "variables" object. Missed: ${missing.join(', ')}.`
      const redundant = Object.keys(variables).filter((name) => !used.includes(name))
      return [
        ...(missing.length === 0 ? [] : [remark(code, missed, [...path, 'variables'])]),
        ...redundant.map((name) => {
          const message = `Server's "variables" object has redundant defined "${name}" url variable.`
          return remark(code, message, [...path, 'variables', name])
        }),
      ]
    }),
  )
