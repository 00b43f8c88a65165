import type { Answer, GroupAnswers } from '../lint/checklist.js'
import { type ChecklistReport, countText, kinds, locate, nobody, words } from './checklist-lines.js'
import type { LocatedFinding } from './position.js'
import { printable } from './printable.js'

/** The checklist for people: for each group every point with its answer, and what was found. Ends with a line break. */
export function checklistText(report: ChecklistReport): string {
  const { groups, elsewhere } = report.checklist
  const parts = groups.map((group) => groupLines(group, report))
  const nothing = groups.length === 0 ? [[`${printable(report.path)}: ${nobody}`]] : []
  const rest = elsewhere.length === 0 ? [] : [['not about one group', ...locate(elsewhere, report).map(foundLine)]]
  return `${[...nothing, ...parts, ...rest].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function groupLines({ group, answers }: GroupAnswers, report: ChecklistReport): readonly string[] {
  const head = `${printable(report.path)}: group ${printable(group)}, ${countText(answers)}`
  return [
    head,
    ...kinds.flatMap(({ kind, title }) => [
      `  ${title}`,
      ...answers.filter(({ point }) => point.kind === kind).flatMap((answer) => answerLines(answer, report)),
    ]),
  ]
}

/** The longest answer, so that the points stand below each other. */
const width = Math.max(...Object.values(words).map((word) => word.length))

function answerLines(answer: Answer, report: ChecklistReport): readonly string[] {
  const first = `    ${words[answer.kind].padEnd(width)}  ${answer.point.text}`
  return [first, ...detailLines(answer, report).map((line) => `    ${' '.repeat(width)}  ${line}`)]
}

function detailLines(answer: Answer, report: ChecklistReport): readonly string[] {
  if (answer.kind === 'fails') return locate(answer.findings, report).map(foundLine)
  return answer.kind === 'guaranteed' ? [`${answer.guarantee}`] : []
}

function foundLine({ file, line, column, rule, message }: LocatedFinding): string {
  return `${printable(file)}:${line}:${column} ${rule} ${printable(message)}`
}
