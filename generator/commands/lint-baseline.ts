import { dirname, relative, resolve, sep } from 'node:path'
import {
  type Baseline,
  baselineLine,
  baselineText,
  compareWithBaseline,
  updateBaseline,
} from '../lint/baseline/baseline.js'
import { readBaseline } from '../lint/baseline/read-baseline.js'
import { readTextFile } from '../load/read-text-file.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { writeTextFiles } from '../output/write-text-files.js'
import type { LocatedFinding } from '../report/position.js'
import { type LintOptions, lintOptions } from './lint-options.js'
import { shownPath } from './shown-path.js'

/** The file that knows findings. */
export interface BaselineFile {
  /** Absolute. */
  readonly path: string
  readonly cwd: string
  /** Undefined where there is none. */
  readonly text: string | undefined
  readonly baseline: Baseline
}

/** The baseline that was named, or the usual one if it exists. Throws IdemgenError where it is named and missing. */
export function openBaseline(
  { baseline, updateBaseline: writes }: Pick<LintOptions, 'baseline' | 'updateBaseline'>,
  cwd: string,
): BaselineFile {
  const path = resolve(cwd, baseline ?? lintOptions.baseline.default)
  const text = readTextFile(path)
  if (text === undefined && baseline !== undefined && !writes) {
    throw new IdemgenError({
      code: 'baseline-missing',
      message: `${baseline} does not exist`,
      hint: `write it: idemgen lint --baseline ${baseline} --update-baseline …`,
    })
  }
  return { path, cwd, text, baseline: text === undefined ? {} : readBaseline(shownPath(path, cwd), text) }
}

/** The findings that the baseline does not know, and what in it is outdated. `files` are those that were linted. */
export function withoutBaseline(
  findings: readonly LocatedFinding[],
  { files, file }: { readonly files: readonly string[]; readonly file: BaselineFile },
): readonly LocatedFinding[] {
  const { text, baseline } = file
  if (text === undefined) return findings
  const named = nameIn(file)
  const { left, gone } = compareWithBaseline(findings, {
    baseline,
    files: files.map(named),
    read: (finding) => ({ ...finding, file: named(finding.file) }),
  })
  const outdated = gone.map((entry) => ({
    rule: 'baseline-outdated',
    severity: 'warning' as const,
    message: `"${entry.rule}" is no longer found in ${entry.file} at ${entry.pointer}`,
    hint: 'take it out with "idemgen lint --update-baseline": it would hide the same fault if it came back',
    file: shownPath(file.path, file.cwd),
    line: baselineLine(text, entry),
    column: 1,
  }))
  return [...left, ...outdated]
}

/** Writes what is found into the baseline; gives what can never be known, since its file could not be read. */
export function rewriteBaseline(
  findings: readonly LocatedFinding[],
  { files, file }: { readonly files: readonly string[]; readonly file: BaselineFile },
): readonly LocatedFinding[] {
  const named = nameIn(file)
  const found = findings.map((finding) => ({ ...finding, file: named(finding.file) }))
  const text = baselineText(updateBaseline(file.baseline, { found, files: files.map(named) }))
  writeTextFiles([{ path: file.path, text, shown: shownPath(file.path, file.cwd) }])
  return findings.filter(({ pointer }) => pointer === undefined)
}

/** Paths relative to the baseline's folder, so that they are the same wherever the command is started. */
function nameIn({ path, cwd }: BaselineFile): (file: string) => string {
  return (file) => relative(dirname(path), resolve(cwd, file)).split(sep).join('/')
}
