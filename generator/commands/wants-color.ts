/**
 * Whether to color: `--color` and `--no-color` decide, then NO_COLOR, then FORCE_COLOR (but for `0`), then whether
 * a terminal is on the other end.
 */
export function wantsColor(asked: {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
}): boolean {
  const { args, env, isTerminal } = asked
  const flag = args.findLast((arg) => /^--(no-)?color(=|$)/.test(arg))
  if (flag !== undefined) return flag === '--color' || flag === '--color=true'
  if (isSet(env.NO_COLOR)) return false
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0'
  return isTerminal && env.TERM !== 'dumb'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
