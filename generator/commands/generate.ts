import { resolve } from 'node:path'
import { build } from '../build/build.js'
import { contractText } from '../build/canonical.js'
import { compileSchemas } from '../build/compile-schemas.js'
import { cacheFolder } from '../load/cache-folder.js'
import { loadDocument } from '../load/load-document.js'
import { readTemplates } from '../load/read-templates.js'
import { validate } from '../load/validate.js'
import type { Contract, Docs } from '../model/contract.js'
import type { Document } from '../model/document.js'
import { type Finding, isError } from '../model/finding.js'
import type { OutputFile } from '../model/output-file.js'
import { applyChanges } from '../output/apply.js'
import { type Folder, folderOf, pathFrom } from '../output/folder.js'
import type { Plan } from '../output/plan.js'
import { planGenerated } from '../output/plan-generated.js'
import { planMigrations } from '../output/plan-migrations.js'
import { readPreviousContract } from '../output/previous-contract.js'
import { render } from '../render/render.js'
import type { CommandResult, Surroundings } from './command.js'
import { adviceFor } from './generate-advice.js'
import { outcomeJson } from './generate-json.js'
import type { GenerateOptions } from './generate-options.js'
import { exitCodeOf, type Outcome, resultOf, stopsRun } from './generate-outcome.js'
import { outcomeText } from './generate-text.js'

/**
 * `idemgen generate`: from a document to files. Writes all of them or none, and nothing at all when the document has
 * findings that stop the run. Throws IdemgenError when it could not run.
 */
export async function generate(options: GenerateOptions, surroundings: Surroundings): Promise<CommandResult> {
  const { cwd, color } = surroundings
  const outcome = await run({ ...surroundings, options, out: folderOf(options.out, cwd) })
  const advice = adviceFor(folderOf(options.out, cwd), { options, cwd })
  return {
    exitCode: exitCodeOf(outcome, options.failOn),
    stdout: options.json ? outcomeJson(outcome, options, advice) : '',
    stderr: outcomeText(outcome, { options, color, advice }),
  }
}

interface Run extends Surroundings {
  readonly options: GenerateOptions
  readonly out: Folder
}

async function run(input: Run): Promise<Outcome> {
  const { options, cwd, out } = input
  const { document, findings: loaded } = await loadDocument({ path: options.spec, cwd })
  if (document === undefined) return { result: 'findings', findings: loaded, plans: [] }
  const previous = readPreviousContract(out, { lenient: options.force || options.mode === 'check' })
  const validated = await checkDocument(document, input)
  const { contract, docs, findings: built } = build(document, selectionOf(options), previous)
  // Compiled here with the options of the emitted validator: one schema that ajv refuses would refuse every message.
  const schemas = built.some(isError) ? [] : await compileSchemas(contract)
  const findings = [...loaded, ...validated, ...built, ...schemas]
  const stopped: Outcome = { result: 'findings', findings, document, plans: [] }
  if (findings.some((finding) => stopsRun(finding, options.failOn))) return stopped
  const planned = await planAll({ contract, docs }, input)
  return settle({ ...planned, document, contract, findings }, input)
}

/** Says on a terminal what takes a second. */
async function checkDocument(document: Document, { cwd, options, progress }: Run): Promise<readonly Finding[]> {
  progress(`checking ${options.spec} with the official parser`)
  try {
    return await validate(document, { form: 'official', cacheFolder: cacheFolder(cwd) })
  } finally {
    progress()
  }
}

function selectionOf({ side, groups }: GenerateOptions) {
  return { ...(side !== undefined && { side }), ...(groups !== undefined && { groups }) }
}

interface Built {
  readonly contract: Contract
  readonly docs: Docs
}

interface Planned {
  readonly plans: readonly { readonly folder: Folder; readonly plan: Plan }[]
  /** About the migrations that are there already. */
  readonly migrationFindings: readonly Finding[]
}

/** Migrations first: output without its tables would not start, tables without output do no harm. */
async function planAll(built: Built, { options, cwd, out, now }: Run): Promise<Planned> {
  const templates = readTemplates()
  const files = await renderFiles(built, {
    templates,
    options,
    specPath: pathFrom(out.path, resolve(cwd, options.spec)),
  })
  const generated = { folder: out, plan: planGenerated({ folder: out, files, force: options.force }) }
  const hasConsumers = Object.keys(built.contract.groups).length > 0
  if (options.migrations === undefined || !hasConsumers) return { plans: [generated], migrationFindings: [] }
  const folder = folderOf(options.migrations, cwd)
  const { plan, findings } = await planMigrations({ folder, schema: options.schema, now: now(), templates })
  return { plans: [{ folder, plan }, generated], migrationFindings: findings }
}

/** A document without annotations gives no files, not a runtime without use. */
async function renderFiles(
  { contract, docs }: Built,
  context: {
    readonly templates: ReadonlyMap<string, string>
    readonly options: GenerateOptions
    readonly specPath: string
  },
): Promise<readonly OutputFile[]> {
  if (Object.keys(contract.messages).length === 0) return []
  const { templates, options, specPath } = context
  const { importExtension } = options
  return render({ contract, docs, contractText: contractText(contract), templates, specPath, importExtension })
}

/** Carries the plans out where that was asked for and nothing is in the way. */
function settle(
  made: Planned & { readonly document: Document; readonly contract: Contract; readonly findings: readonly Finding[] },
  { options }: Run,
): Outcome {
  const { document, contract, migrationFindings } = made
  const findings = [...made.findings, ...migrationFindings]
  const plans = made.plans.map(({ folder, plan }) => ({ shownAs: folder.shownAs, plan }))
  if (options.mode !== 'check' && migrationFindings.some((finding) => stopsRun(finding, options.failOn))) {
    return { result: 'findings', findings, document, plans: [] }
  }
  const planned = resultOf(plans, options.mode)
  const result = planned === 'in-step' && migrationFindings.length > 0 ? 'stale' : planned
  if (result === 'written') applyChanges(made.plans.map(({ folder, plan }) => ({ ...folder, changes: plan.changes })))
  return { result, findings, document, contract, plans }
}
