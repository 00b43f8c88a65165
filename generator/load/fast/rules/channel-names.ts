import { type Rule, remark } from '../rule.js'
import { spotsAt } from '../walk.js'

/** The keys of channels hold no part of a URL that a client would cut off; topic patterns are a victim of it. */
export function channelNames(code: string): Rule {
  const message = 'Channel address should not include query ("?") or fragment ("#") delimiter.'
  return ({ resolved }) => {
    const channels = spotsAt(resolved, 'channels *')
    return channels.filter(({ path }) => /[?#]/.test(path.at(-1) ?? '')).map(({ path }) => remark(code, message, path))
  }
}
