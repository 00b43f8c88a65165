import { normalize } from 'node:path'
import type { GivenArguments } from './command.js'
import { type OptionTable, usageError } from './option-table.js'

/** The options of `idemgen generate`, in the order of its help. */
export const generateOptions = {
  out: { type: 'string', default: 'generated', summary: 'folder for the TypeScript' },
  migrations: {
    type: 'string',
    default: 'migrations',
    negatable: true,
    summary: 'folder for the SQL, --no-migrations for none',
  },
  side: {
    type: 'string',
    choices: ['publish', 'consume', 'both'],
    summary: 'what to generate (default: what the operations of the document say)',
  },
  perspective: {
    type: 'string',
    default: 'application',
    choices: ['application', 'client'],
    summary: 'generate the application that the document describes, or a client of it',
  },
  group: { type: 'string', summary: 'only these consumer groups, separated by commas' },
  schema: { type: 'string', default: 'idempotency', summary: 'database schema of the tables' },
  'import-extension': {
    type: 'string',
    default: 'js',
    choices: ['js', 'ts', 'none'],
    summary: 'what relative imports end in',
  },
  'allow-remote': {
    type: 'boolean',
    summary: 'fetch what references to URLs lead to, and keep copies in the output folder for other runs',
  },
  validate: {
    type: 'string',
    default: 'official',
    choices: ['official', 'fast'],
    summary: 'what decides whether the document is valid AsyncAPI: the official parser, or its rules in a fast form',
  },
  check: { type: 'boolean', summary: 'write nothing, exit 1 when the output is not in step with the document' },
  'dry-run': { type: 'boolean', summary: 'write nothing, print what would change' },
  force: { type: 'boolean', summary: 'overwrite generated files that were edited by hand' },
  'fail-on': {
    type: 'string',
    default: 'error',
    choices: ['error', 'warning', 'never'],
    summary: 'the least finding that makes the exit code 1; an error always stops the writing',
  },
  json: { type: 'boolean', summary: 'print the result as JSON on stdout' },
  quiet: { type: 'boolean', summary: 'print nothing but errors' },
  color: { type: 'boolean', negatable: true, summary: 'use colors (default: on a terminal, unless NO_COLOR is set)' },
} as const satisfies OptionTable

/** A document to generate from. */
export interface SpecRequest {
  /** As given: relative to the working directory, or absolute. */
  readonly path: string
  readonly side: 'publish' | 'consume' | 'both' | undefined
  readonly perspective: 'application' | 'client'
  /** Undefined for all. */
  readonly groups: readonly string[] | undefined
}

/** What `idemgen generate` was asked to do. */
export interface GenerateOptions {
  /** At least one; several get a folder each. */
  readonly specs: readonly SpecRequest[]
  readonly out: string
  /** Undefined for none. */
  readonly migrations: string | undefined
  readonly schema: string
  readonly importExtension: 'js' | 'ts' | 'none'
  /** Whether URLs are fetched; copies of earlier runs are read instead. */
  readonly allowRemote: boolean
  readonly validate: 'official' | 'fast'
  readonly mode: 'write' | 'check' | 'dry-run'
  readonly force: boolean
  readonly failOn: 'error' | 'warning' | 'never'
  readonly json: boolean
  readonly quiet: boolean
}

/** Throws IdemgenError for arguments that make no sense together. */
export function readGenerateOptions({ positionals, options }: GivenArguments): GenerateOptions {
  const text = (name: keyof typeof generateOptions) => textOf(options[name])
  return {
    specs: readSpecs(positionals, {
      side: oneOf(text('side'), generateOptions.side.choices),
      perspective:
        oneOf(text('perspective'), generateOptions.perspective.choices) ?? generateOptions.perspective.default,
      groups: readGroups(text('group')),
    }),
    out: text('out') ?? generateOptions.out.default,
    migrations: options.migrations === false ? undefined : (text('migrations') ?? generateOptions.migrations.default),
    schema: readSchema(text('schema') ?? generateOptions.schema.default),
    importExtension: oneOf(text('import-extension'), generateOptions['import-extension'].choices) ?? 'js',
    allowRemote: options['allow-remote'] === true,
    validate: oneOf(text('validate'), generateOptions.validate.choices) ?? generateOptions.validate.default,
    mode: readMode(options),
    force: options.force === true,
    failOn: oneOf(text('fail-on'), generateOptions['fail-on'].choices) ?? 'error',
    json: options.json === true,
    quiet: options.quiet === true,
  }
}

/** Patterns that overlap name a document twice: it counts once. */
function readSpecs(paths: readonly string[], options: Omit<SpecRequest, 'path'>): readonly SpecRequest[] {
  if (paths.length === 0 || paths.includes('')) {
    throw usageError('no document is named', 'name an AsyncAPI document: idemgen generate specs/orders.yaml')
  }
  const distinct = new Map(paths.map((path) => [normalize(path), path]))
  return [...distinct.values()].map((path) => ({ path, ...options }))
}

function readGroups(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined
  const groups = list.split(',').map((group) => group.trim())
  if (groups.includes('')) {
    throw usageError(
      `"--group" has an empty name in "${list}"`,
      'separate names by single commas: --group billing,mail',
    )
  }
  return [...new Set(groups)]
}

/** Names that SQL reads as they are written, quoted or not: people type them into psql. */
function readSchema(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith('pg_')) return schema
  throw usageError(
    `"--schema" cannot be "${schema}"`,
    'use lower case letters, digits and _, at most 63, not starting with a digit or pg_',
  )
}

function readMode(options: GivenArguments['options']): GenerateOptions['mode'] {
  if (options.check !== true) return options['dry-run'] === true ? 'dry-run' : 'write'
  const contradiction = ['dry-run', 'force'].find((name) => options[name] === true)
  if (contradiction === undefined) return 'check'
  throw usageError(`"--check" and "--${contradiction}" contradict each other`, 'give one of them')
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function oneOf<const Choice extends string>(value: string | undefined, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value)
}
