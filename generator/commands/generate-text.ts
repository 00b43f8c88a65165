import type { Contract } from '../model/contract.js'
import { type Document, isObject } from '../model/document.js'
import { altersDisk } from '../output/plan.js'
import { locateFindings } from '../report/position.js'
import { reportText } from '../report/text.js'
import type { Advice } from './generate-advice.js'
import type { GenerateOptions } from './generate-options.js'
import type { Outcome } from './generate-outcome.js'
import { isConflict, type PathReport, reportPaths } from './plan-text.js'

interface Telling {
  readonly options: GenerateOptions
  readonly color: boolean
  readonly advice: Advice
}

/** What a run tells people. Under --quiet only what stopped it; under --json findings are left to stdout. */
export function outcomeText(outcome: Outcome, { options, color, advice }: Telling): string {
  const findings = locateFindings(outcome.findings, outcome.document)
  const told = findings.filter(({ severity }) => !options.quiet || severity === 'error')
  const parts = [options.json ? '' : reportText({ findings: told, color }), pathsText(outcome, options)]
  if (!options.quiet) parts.push(summaryText(outcome, options), adviceText(outcome, advice))
  return parts.join('')
}

/** The paths that stopped the run, or that it was asked to list. */
function pathsText({ result, plans }: Outcome, { spec }: GenerateOptions): string {
  const paths = plans.flatMap((folder) => reportPaths(folder, spec))
  switch (result) {
    case 'blocked':
      return `${paths.filter(isConflict).map(blockText).join('')}nothing was written\n`
    case 'stale':
      return paths.map(({ path, reason, diff }) => `stale ${path} ${reason}\n${asLine(diff)}`).join('')
    case 'would-change':
      return paths.map(({ path, change }) => `would ${change} ${path}\n`).join('')
    default:
      return ''
  }
}

function blockText({ path, change, reason, hint, diff }: PathReport): string {
  return `error output-${change} "${path}" ${reason}\n${asLine(diff)}  hint: ${hint}\n`
}

function asLine(text: string | undefined): string {
  return text === undefined ? '' : `${text}\n`
}

function summaryText({ result, contract, document, plans }: Outcome, options: GenerateOptions): string {
  switch (result) {
    case 'findings':
      return 'nothing was written: the document has findings\n'
    case 'blocked':
      return ''
    case 'stale':
      return `the output is not in step with ${options.spec}: run the command without --check\n`
    case 'in-step':
      return `the output is in step with ${options.spec}\n`
    case 'would-change':
      return 'nothing was written: --dry-run\n'
  }
  if (contract === undefined || document === undefined) return ''
  const counts = plans.map(({ shownAs, plan }) => `${shownAs}: ${countText(plan.changes.map(({ kind }) => kind))}`)
  const inventory = result === 'unchanged' ? [] : inventoryLines(contract)
  return `${[headline({ contract, document }, options), ...inventory, ...counts].join('\n')}\n`
}

interface Generated {
  readonly contract: Contract
  readonly document: Document
}

function headline(made: Generated, { spec, side }: GenerateOptions): string {
  const publishers = Object.keys(made.contract.publishers).length
  const groups = Object.keys(made.contract.groups).length
  const counts = `${quantity(publishers, 'publisher')}, ${quantity(groups, 'consumer group')}`
  return `generated from ${spec}: ${counts} (${sideText({ publishers, groups, document: made.document }, side)})`
}

/** Whoever expected the other side sees here why it is missing. */
function sideText(
  made: { readonly publishers: number; readonly groups: number; readonly document: Document },
  asked: GenerateOptions['side'],
): string {
  const { publishers, groups, document } = made
  if (publishers === 0 && groups === 0) return 'no channel is annotated for this side'
  const side = groups === 0 ? 'publishing only' : publishers === 0 ? 'consuming only' : 'both sides'
  if (asked !== undefined) return `${side}, as --side ${asked} asks`
  const root = document.files.get('')?.value
  const hasOperations = isObject(root) && isObject(root.operations) && Object.keys(root.operations).length > 0
  if (!hasOperations) return `${side}, because the document has no operations`
  return `${side}, as its operations say${side === 'both sides' ? '' : '; --side both adds the other'}`
}

/** Long enough for the eye: a document with hundreds of groups does not flood the terminal. */
const inventoryLimit = 20

function inventoryLines({ publishers, groups, messages }: Contract): readonly string[] {
  const eventType = (name: string) => messages[name]?.eventType ?? name
  const lines = [
    ...Object.entries(publishers).map(([name, { message }]) => `  publishers.${name}: ${eventType(message)}`),
    ...Object.entries(groups).map(([name, { group, queues }]) => {
      const events = [...new Set(queues.flatMap((queue) => queue.messages.map(eventType)))].join(', ')
      return `  start${name.charAt(0).toUpperCase()}${name.slice(1)}: group ${group}, ${events}`
    }),
  ]
  const rest = lines.length - inventoryLimit
  return rest > 1 ? [...lines.slice(0, inventoryLimit), `  and ${rest} more`] : lines
}

function countText(kinds: readonly ('create' | 'update' | 'delete' | 'unchanged')[]): string {
  const count = (kind: (typeof kinds)[number]) => kinds.filter((each) => each === kind).length
  const counts = [
    `${count('create')} created`,
    `${count('update')} updated`,
    `${count('delete')} deleted`,
    `${count('unchanged')} unchanged`,
  ]
  return counts.filter((text) => !text.startsWith('0 ')).join(', ') || 'nothing to do'
}

function adviceText({ result, plans }: Outcome, { install, modules, schema, formatters }: Advice): string {
  const lines: string[] = []
  if (result === 'stale' || result === 'in-step') {
    for (const { tool, file, line } of formatters) {
      lines.push(`${tool} would rewrite the output: add to ${file}`, `  ${line}`)
    }
  }
  if (result === 'written' || result === 'unchanged') {
    const isNew = plans.some(({ plan }) => plan.changes.filter(altersDisk).some(({ kind }) => kind === 'create'))
    if (modules !== undefined && isNew) lines.push(modules)
    if (schema !== undefined && isNew) lines.push(schema)
    if (install.lines.length > 0) {
      const where = install.folder === undefined ? '' : `, in ${install.folder}`
      lines.push(`the output needs packages that are missing or too old${where}:`)
      lines.push(...install.lines.map((line) => `  ${line}`))
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}

function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
