import type { SourceFile } from '../../model/document.js'
import type { Suppression } from './suppression.js'

const comment =
  /(?:^|\s)# *(?<whole>idemgen-disable-(?<where>next-line|line)(?![\w-])(?<rules>.*?)(?:\s--(?<reason>.*))?)$/

/**
 * What comments switch off: `# idemgen-disable-next-line rule[, rule] -- reason` and `# idemgen-disable-line …`. The
 * next line is the next that holds more than a comment.
 */
export function commentSuppressions(file: string, { path, text }: SourceFile): readonly Suppression[] {
  // Hardly any text has one.
  if (!text.includes('idemgen-disable-')) return []
  const lines = text.split(/\r\n|\n|\r/)
  return lines.flatMap((line, i) => {
    const match = comment.exec(line)
    const { whole = '', where, rules = '', reason = '' } = match?.groups ?? {}
    if (match === null) return []
    const number = where === 'line' ? i + 1 : nextLine(lines, i)
    return [
      {
        file,
        rules: rules.split(/[\s,]+/).filter((rule) => rule !== ''),
        reason: reason.trim(),
        at: { file: path, line: i + 1, column: line.length - whole.length + 1 },
        covers: { line: number },
      },
    ]
  })
}

/** The number of the first line after the one at `index` that is neither empty nor a comment. */
function nextLine(lines: readonly string[], index: number): number {
  const following = lines.findIndex((line, i) => i > index && !/^\s*(?:#|$)/.test(line))
  return following === -1 ? lines.length + 1 : following + 1
}
