import type { Answer, GroupAnswers } from '../lint/checklist.js'
import { type ChecklistReport, countText, kinds, locate, nobody, words } from './checklist-lines.js'
import type { LocatedFinding } from './position.js'
import { printable } from './printable.js'

/** The checklist for a pull request: a heading and a table for each group. Ends with a line break. */
export function checklistMarkdown(report: ChecklistReport): string {
  const { groups, elsewhere } = report.checklist
  const parts = groups.map((group) => groupPart(group, report))
  const nothing = groups.length === 0 ? [`### ${plain(report.path)}\n\n${nobody}`] : []
  const found = locate(elsewhere, report).map((finding) => `- ${foundText(finding)}`)
  const rest = found.length === 0 ? [] : [['### Not about one group', '', ...found].join('\n')]
  return `${[...nothing, ...parts, ...rest].join('\n\n')}\n`
}

function groupPart({ group, answers }: GroupAnswers, report: ChecklistReport): string {
  const tables = kinds.map(({ kind, title }) => {
    const rows = answers.filter(({ point }) => point.kind === kind).map((answer) => row(answer, report))
    return [`| ${title} | | |`, '|---|---|---|', ...rows].join('\n')
  })
  return [`### ${plain(report.path)}: group ${plain(group)}, ${countText(answers)}`, ...tables].join('\n\n')
}

const signs: Readonly<Record<Answer['kind'], string>> = { fails: '❌', guaranteed: '✅', passes: '✅' }

function row(answer: Answer, report: ChecklistReport): string {
  return `| ${answer.point.text} | ${signs[answer.kind]} ${words[answer.kind]} | ${detail(answer, report)} |`
}

function detail(answer: Answer, report: ChecklistReport): string {
  if (answer.kind === 'fails') return locate(answer.findings, report).map(foundText).join('<br>')
  return answer.kind === 'guaranteed' ? plain(answer.guarantee) : ''
}

function foundText({ file, line, column, rule, message }: LocatedFinding): string {
  return `${plain(`${file}:${line}:${column}`)} **${rule}** ${plain(message)}`
}

/** Text of a document as text: nothing in it is read as Markdown, HTML, a link or a name, and it ends no cell. */
function plain(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]#|<>~&@]|(?<=:)\/(?=\/)/g, (character) => `&#${character.charCodeAt(0)};`)
}
