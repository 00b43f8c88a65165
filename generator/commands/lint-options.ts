import { normalize } from 'node:path'
import type { GivenArguments } from './command.js'
import { generateOptions } from './generate-options.js'
import { type OptionTable, usageError } from './option-table.js'

/** The options of `idemgen lint`, in the order of its help. */
export const lintOptions = {
  format: {
    type: 'string',
    default: 'text',
    choices: ['text', 'json', 'sarif', 'github', 'junit', 'markdown'],
    summary: 'how findings are written',
  },
  json: { type: 'boolean', summary: 'the same as --format json' },
  'fail-on': {
    type: 'string',
    default: 'error',
    choices: ['error', 'warning', 'never'],
    summary: 'the least finding that makes the exit code 1',
  },
  'max-warnings': { type: 'string', summary: 'more warnings than this make the exit code 1 as well' },
  strict: { type: 'boolean', summary: 'also rules that are a matter of taste' },
  checklist: { type: 'boolean', summary: 'what of the design checklist holds, for each group: text or markdown' },
  side: generateOptions.side,
  perspective: generateOptions.perspective,
  out: { ...generateOptions.out, summary: 'where generate writes: its copies of remote documents are read' },
  config: { type: 'string', summary: 'the config file (default: the nearest idemgen.config.json, .yaml or .js)' },
  baseline: {
    type: 'string',
    default: 'idemgen.baseline.json',
    summary: 'a file of findings that are known and not told',
  },
  'update-baseline': { type: 'boolean', summary: 'write what is found into the baseline' },
  fix: { type: 'boolean', summary: 'mend what can be mended without a doubt, then lint' },
  'dry-run': { type: 'boolean', summary: 'with --fix: write nothing, print the difference' },
  handlers: { type: 'string', summary: 'also check the code of handlers in the files of this pattern; needs ts-morph' },
  hook: { type: 'boolean', summary: 'pass over files that are not AsyncAPI, as a hook names them' },
  'stdin-filepath': { type: 'string', summary: 'lint what comes in on stdin, as if it stood in this file' },
  cache: { type: 'boolean', negatable: true, summary: 'remember findings of unchanged files (default: yes)' },
  quiet: { type: 'boolean', summary: 'print nothing but errors' },
  color: generateOptions.color,
} as const satisfies OptionTable

export type LintFormat = (typeof lintOptions.format.choices)[number]

/** What `idemgen lint` was asked to do. */
export interface LintOptions {
  /** As given, each once; none where the text comes from stdin. */
  readonly paths: readonly string[]
  readonly stdinPath: string | undefined
  readonly format: LintFormat
  readonly failOn: 'error' | 'warning' | 'never'
  /** Undefined for any number. */
  readonly maxWarnings: number | undefined
  readonly strict: boolean
  /** Print the checklist in place of the findings. */
  readonly checklist: boolean
  readonly side: 'publish' | 'consume' | 'both' | undefined
  readonly perspective: 'application' | 'client'
  readonly out: string
  /** Undefined for the nearest. */
  readonly config: string | undefined
  /** Undefined for the usual one, which need not exist. */
  readonly baseline: string | undefined
  readonly updateBaseline: boolean
  /** `print`: only the difference that `--fix` would make. */
  readonly fix: 'write' | 'print' | undefined
  /** A pattern of files; undefined for none. */
  readonly handlers: string | undefined
  readonly hook: boolean
  readonly cache: boolean
  readonly quiet: boolean
}

/** Throws IdemgenError for arguments that make no sense together. */
export function readLintOptions({ positionals, options }: GivenArguments): LintOptions {
  const text = (name: keyof typeof lintOptions) => textOf(options[name])
  const stdinPath = text('stdin-filepath')
  const format = readFormat(text('format'), options.json === true)
  return {
    paths: readPaths(positionals, { stdinPath, hook: options.hook === true }),
    stdinPath,
    format,
    failOn: oneOf(text('fail-on'), lintOptions['fail-on'].choices) ?? 'error',
    maxWarnings: readMaxWarnings(text('max-warnings')),
    strict: options.strict === true,
    checklist: readChecklist(options.checklist === true, {
      format,
      updateBaseline: options['update-baseline'] === true,
    }),
    side: oneOf(text('side'), lintOptions.side.choices),
    perspective: oneOf(text('perspective'), lintOptions.perspective.choices) ?? 'application',
    out: text('out') ?? lintOptions.out.default,
    config: text('config'),
    baseline: text('baseline'),
    updateBaseline: options['update-baseline'] === true,
    fix: readFix({ fix: options.fix === true, dryRun: options['dry-run'] === true, stdinPath }),
    handlers: text('handlers'),
    hook: options.hook === true,
    cache: options.cache !== false,
    quiet: options.quiet === true,
  }
}

interface Source {
  readonly stdinPath: string | undefined
  readonly hook: boolean
}

/** A hook may have nothing to name; patterns that overlap name a document twice, and it counts once. */
function readPaths(paths: readonly string[], { stdinPath, hook }: Source): readonly string[] {
  if (stdinPath !== undefined) {
    if (paths.length === 0) return []
    throw usageError('"--stdin-filepath" stands beside documents', 'lint either what comes in on stdin or files')
  }
  if ((paths.length === 0 && !hook) || paths.includes('')) {
    throw usageError('no document is named', 'name an AsyncAPI document: idemgen lint specs/orders.yaml')
  }
  return [...new Map(paths.map((path) => [normalize(path), path])).values()]
}

function readFormat(format: string | undefined, json: boolean): LintFormat {
  if (json && format !== undefined && format !== 'json') {
    throw usageError(`"--json" and "--format ${format}" contradict each other`, 'give one of them')
  }
  return json ? 'json' : (oneOf(format, lintOptions.format.choices) ?? lintOptions.format.default)
}

function readChecklist(
  checklist: boolean,
  { format, updateBaseline }: { readonly format: LintFormat; readonly updateBaseline: boolean },
): boolean {
  if (checklist && format !== 'text' && format !== 'markdown') {
    throw usageError(`"--checklist" cannot be written as ${format}`, 'write it as text, or with --format markdown')
  }
  if (checklist && updateBaseline) {
    throw usageError('"--checklist" stands beside "--update-baseline"', 'give one of them')
  }
  return checklist
}

function readFix(given: {
  readonly fix: boolean
  readonly dryRun: boolean
  readonly stdinPath: string | undefined
}): LintOptions['fix'] {
  if (given.fix && given.stdinPath !== undefined) {
    throw usageError(
      '"--fix" stands beside "--stdin-filepath"',
      'name the file: what comes in on stdin cannot be written',
    )
  }
  if (given.dryRun && !given.fix)
    throw usageError('"--dry-run" stands without "--fix"', 'lint writes nothing without it')
  return given.fix ? (given.dryRun ? 'print' : 'write') : undefined
}

function readMaxWarnings(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usageError(`"--max-warnings" cannot be "${text}"`, 'give a whole number: --max-warnings 0')
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function oneOf<const Choice extends string>(value: string | undefined, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value)
}
