import type { Generated, SeenFinding } from './judge.js'
import type { Ran } from './run-output.js'

/** What became of a document. */
export interface Row {
  readonly name: string
  readonly version: string
  /** By the official parser, before it was annotated. */
  readonly isValid: boolean
  readonly generated: Generated | undefined
  readonly compiles: boolean
  readonly ran: Ran | undefined
  readonly findings: readonly SeenFinding[]
}

const columns = ['document', 'version', 'valid', 'generated', 'publishers', 'starts', 'compiles', 'runs', 'stopped by']

/** The rows under each other, and what they come to. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [columns, ...rows.map(cellsOf)]
  const widths = columns.map((_, i) => Math.min(60, Math.max(...lines.map((line) => (line[i] ?? '').length))))
  const text = lines.map((line) =>
    line
      .map((cell, i) => cell.slice(-60).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `\n${text.join('\n')}\n\n${totalsOf(rows)}\n`
}

function cellsOf({ name, version, isValid, generated, compiles, ran, findings }: Row): readonly string[] {
  const rules = new Set(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))
  const head = [name, version, word(isValid), word(generated !== undefined)]
  if (generated === undefined) return [...head, '', '', '', '', [...rules].join(' ')]
  const { publishers, groups } = generated.contract
  const counts = [publishers, groups].map((record) => String(Object.keys(record).length))
  return [...head, ...counts, word(compiles), word(ran?.complaints.length === 0), '']
}

function totalsOf(rows: readonly Row[]): string {
  const count = (holds: (row: Row) => boolean) => rows.filter(holds).length
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const made = ({ generated }: Row) => generated !== undefined
  return [
    `${rows.length} documents`,
    `${count(({ isValid }) => isValid)} valid`,
    `${count(made)} generated`,
    `${count((row) => made(row) && row.compiles)} compiled`,
    `${count((row) => made(row) && row.ran?.complaints.length === 0)} ran`,
    `${sum(({ generated }) => Object.keys(generated?.contract.publishers ?? {}).length)} publishers`,
    `${sum(({ generated }) => Object.keys(generated?.contract.groups ?? {}).length)} groups`,
    `${sum(({ ran }) => ran?.published ?? 0)} messages published`,
    `${sum(({ ran }) => ran?.dispatched ?? 0)} deliveries dispatched`,
  ].join(', ')
}

function word(holds: boolean): string {
  return holds ? 'yes' : 'no'
}
