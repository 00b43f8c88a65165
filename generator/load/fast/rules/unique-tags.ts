import { isList, isObject, type Json } from '../../../model/document.js'
import { type Rule, remark } from '../rule.js'
import { spotsAt } from '../walk.js'

const message = ['message', 'message oneOf *', 'message traits *', 'message oneOf * traits *']
const operation = ['', 'traits *', ...message].map((way) => `publish|subscribe ${way}`.trim())
const ways = [
  '',
  ...operation.flatMap((way) => [`channels * ${way}`, `components channels * ${way}`]),
  'components operationTraits *',
  'components messages *',
  'components messages * traits *',
  'components messageTraits *',
].map((way) => `${way} tags`.trim())

/** No two tags of one object of versions 2 have one name. */
export const uniqueTags: Rule = ({ resolved }) =>
  ways.flatMap((way) =>
    spotsAt(resolved, way).flatMap(({ path, value }) =>
      repeatedNames(value).map(({ name, i }) => {
        const said = `"tags" object contains duplicate tag name "${name}".`
        return remark('asyncapi2-tags-uniqueness', said, [...path, i, 'name'])
      }),
    ),
  )

function repeatedNames(tags: Json): readonly { readonly name: string; readonly i: number }[] {
  if (!isList(tags)) return []
  const names = tags.map((tag) => (isObject(tag) ? tag.name : undefined))
  if (!names.every((name) => typeof name === 'string')) return []
  return names.flatMap((name, i) => (names.indexOf(name) === i ? [] : [{ name, i }]))
}
