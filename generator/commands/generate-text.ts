import { manifestName } from '../output/manifest.js'
import { altersDisk, type Plan } from '../output/plan.js'
import { migrationsLockName } from '../render/migrations/lock.js'
import { reportText } from '../report/text.js'
import type { Advice } from './generate-advice.js'
import { headline, inventoryLines } from './generate-inventory.js'
import type { GenerateOptions } from './generate-options.js'
import type { Outcome } from './generate-outcome.js'
import type { Origins } from './origins.js'
import { isConflict, type PathReport, reportPaths } from './plan-text.js'

interface Telling {
  readonly options: GenerateOptions
  readonly origins: Origins
  readonly color: boolean
  readonly advice: Advice
}

/** What a run tells people. Under --quiet only what stopped it; under --json findings are left to stdout. */
export function outcomeText(outcome: Outcome, { options, origins, color, advice }: Telling): string {
  const told = outcome.findings.filter(({ severity }) => !options.quiet || severity === 'error')
  const parts = [options.json ? '' : reportText({ findings: told, color }), pathsText(outcome, origins)]
  if (!options.quiet) parts.push(summaryText(outcome, origins), adviceText(outcome, advice))
  return parts.join('')
}

/** The paths that stopped the run, or that it was asked to list. */
function pathsText({ result, plans }: Outcome, origins: Origins): string {
  const paths = plans.flatMap((folder) => reportPaths(folder, origins))
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

function summaryText({ result, specs, plans }: Outcome, origins: Origins): string {
  switch (result) {
    case 'findings':
      return 'nothing was written: the document has findings\n'
    case 'blocked':
      return ''
    case 'stale':
      return `the output is not in step with ${origins.all}: run the command without --check\n`
    case 'in-step':
      return `the output is in step with ${origins.all}\n`
    case 'would-change':
      return 'nothing was written: --dry-run\n'
  }
  const counts = plans.map(({ shownAs, plan }) => `${shownAs}: ${countText(countedOf(plan).map(({ kind }) => kind))}`)
  const made = specs.flatMap((spec) => [
    headline(spec),
    ...(result === 'unchanged' ? [] : inventoryLines(spec.contract)),
  ])
  return `${[...made, ...counts].join('\n')}\n`
}

/** The notes of idemgen are no files that people look for, unless they are all that changes. */
function countedOf({ changes }: Plan): Plan['changes'] {
  const files = changes.filter(({ path }) => path !== manifestName && path !== migrationsLockName)
  return changes.some(altersDisk) && !files.some(altersDisk) ? changes : files
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

function adviceText({ result, specs, plans }: Outcome, { install, modules, schema, formatters }: Advice): string {
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
    const isUsed = specs.some(({ contract }) => Object.keys(contract.messages).length > 0)
    if (isUsed && install.lines.length > 0) {
      const where = install.folder === undefined ? '' : `, in ${install.folder}`
      lines.push(`the output needs packages that are missing or too old${where}:`)
      lines.push(...install.lines.map((line) => `  ${line}`))
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}
