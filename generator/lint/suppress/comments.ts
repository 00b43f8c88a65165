import type { SourceFile } from '../../model/document.js'
import type { Suppression } from './suppression.js'

const inYaml = commentAfter('#')
const inCode = commentAfter('//')

/**
 * What comments switch off: `# idemgen-disable-next-line rule[, rule] -- reason` and `# idemgen-disable-line …`. The
 * next line is the next that holds more than a comment. Code has `//` instead of `#`.
 */
export function commentSuppressions(file: string, { path, text }: SourceFile): readonly Suppression[] {
  // Hardly any text has one.
  if (!text.includes('idemgen-disable-')) return []
  const { comment, isPassed } = /\.[cm]?[jt]sx?$/.test(path) ? inCode : inYaml
  const lines = text.split(/\r\n|\n|\r/)
  return lines.flatMap((line, i) => {
    const match = comment.exec(line)
    const { whole = '', where, rules = '', reason = '' } = match?.groups ?? {}
    if (match === null) return []
    const number = where === 'line' ? i + 1 : nextLine(lines, i, isPassed)
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
function nextLine(lines: readonly string[], index: number, isPassed: RegExp): number {
  const following = lines.findIndex((line, i) => i > index && !isPassed.test(line))
  return following === -1 ? lines.length + 1 : following + 1
}

function commentAfter(mark: '#' | '//') {
  return {
    comment: new RegExp(
      String.raw`(?:^|\s)${mark} *(?<whole>idemgen-disable-(?<where>next-line|line)(?![\w-])(?<rules>.*?)(?:\s--(?<reason>.*))?)$`,
    ),
    /** A line that is empty or a comment. */
    isPassed: new RegExp(String.raw`^\s*(?:${mark}|$)`),
  }
}
