import { readTemplates } from '../load/read-templates.js'
import { type ReadUrl, urlReader } from '../load/read-url.js'
import type { Finding } from '../model/finding.js'
import { applyChanges } from '../output/apply.js'
import { copyReader } from '../output/copy-reader.js'
import { type Folder, folderOf } from '../output/folder.js'
import { makeOutput, type Output, type SpecSource } from '../output/make-output.js'
import type { Plan } from '../output/plan.js'
import { planGenerated } from '../output/plan-generated.js'
import { planMigrations } from '../output/plan-migrations.js'
import { readPreviousContracts } from '../output/previous-contracts.js'
import { joinFindings, type LocatedFinding, locateFindings } from '../report/position.js'
import type { CommandResult, Surroundings } from './command.js'
import { adviceFor } from './generate-advice.js'
import { outcomeJson } from './generate-json.js'
import type { GenerateOptions } from './generate-options.js'
import { exitCodeOf, type Outcome, resultOf, stopsRun } from './generate-outcome.js'
import { outcomeText } from './generate-text.js'
import { type LoadedSpec, loadSpecs, validateSpecs } from './load-specs.js'
import { originsOf } from './origins.js'
import { type PlacedRequest, placeRequests } from './placed-request.js'

/**
 * `idemgen generate`: from documents to files. Writes all of them or none, and nothing at all when a document has
 * findings that stop the run. Throws IdemgenError when it could not run.
 */
export async function generate(options: GenerateOptions, surroundings: Surroundings): Promise<CommandResult> {
  const { cwd, color } = surroundings
  const run = { ...surroundings, options, out: folderOf(options.out, cwd) }
  const requests = placeRequests(options.specs, run)
  const outcome = await runGenerate(requests, run)
  const origins = originsOf(requests, run.out)
  const advice = adviceFor(run.out, { options, cwd })
  return {
    exitCode: exitCodeOf(outcome, options.failOn),
    stdout: options.json ? outcomeJson(outcome, origins, advice) : '',
    stderr: outcomeText(outcome, { options, origins, color, advice }),
  }
}

interface Run extends Surroundings {
  readonly options: GenerateOptions
  readonly out: Folder
}

async function runGenerate(requests: readonly PlacedRequest[], run: Run): Promise<Outcome> {
  const { options } = run
  const loaded = await loadSpecs(requests, { ...run, readUrl: remoteReader(run) })
  const sources = sourcesOf(loaded, run)
  const validated = await validateSpecs(loaded, { ...run, form: options.validate })
  const templates = readTemplates()
  const found = loaded.map(({ loading }, i) => [...loading, ...(validated[i] ?? [])])
  const { importExtension } = options
  run.progress('generating')
  const output = await makeOutput(sources, { templates, importExtension, earlier: found.flat() }).finally(() => {
    run.progress()
  })
  const findings = joinFindings([
    ...loaded.map(({ document }, i) => locateFindings(found[i] ?? [], document)),
    ...output.specs.map((spec) => locateFindings(spec.findings, spec.document)),
    locateFindings(output.findings),
  ])
  if (findings.some((finding) => stopsRun(finding, options.failOn))) return stoppedBy(findings)
  return settle({ output, findings, ...(await planAll(output, templates, run)) }, options)
}

/** `--check` needs no network: it compares with what was generated from the copies. */
function remoteReader({ options, out, progress }: Run): ReadUrl {
  if (!options.allowRemote || options.mode === 'check') return copyReader(out)
  const read = urlReader()
  return async (url) => {
    progress(`fetching ${url}`)
    return read(url).finally(() => progress())
  }
}

function stoppedBy(findings: readonly LocatedFinding[]): Outcome {
  return { result: 'findings', findings, specs: [], plans: [] }
}

type Source = SpecSource & PlacedRequest

/** The documents that could be read, with what was generated from them the last time. */
function sourcesOf(loaded: readonly LoadedSpec[], { options, out }: Run): readonly Source[] {
  const readable = loaded.flatMap(({ document, ...spec }) => (document === undefined ? [] : [{ ...spec, document }]))
  const previous = readPreviousContracts(out, readable, { lenient: options.force || options.mode === 'check' })
  return readable.map(({ request, folder, path, document }, i) => {
    const { side, perspective, groups } = request
    const before = previous[i]
    return {
      ...{ request, folder, path, document },
      options: { perspective, ...(side !== undefined && { side }), ...(groups !== undefined && { groups }) },
      ...(before !== undefined && { previous: before }),
    }
  })
}

interface Planned {
  readonly plans: readonly { readonly folder: Folder; readonly plan: Plan }[]
  /** About the migrations that are there already. */
  readonly migrationFindings: readonly Finding[]
}

/** Migrations first: output without its tables would not start, tables without output do no harm. */
async function planAll(
  { specs, files }: Output,
  templates: ReadonlyMap<string, string>,
  { options, cwd, out, now }: Run,
): Promise<Planned> {
  const generated = { folder: out, plan: planGenerated({ folder: out, files, force: options.force }) }
  const hasConsumers = specs.some(({ contract }) => Object.keys(contract.groups).length > 0)
  if (options.migrations === undefined || !hasConsumers) return { plans: [generated], migrationFindings: [] }
  const folder = folderOf(options.migrations, cwd)
  const { plan, findings } = await planMigrations({ folder, schema: options.schema, now: now(), templates })
  return { plans: [{ folder, plan }, generated], migrationFindings: findings }
}

/** Carries the plans out where that was asked for and nothing is in the way. */
function settle(
  made: Planned & { readonly output: Output<Source>; readonly findings: readonly LocatedFinding[] },
  { mode, failOn }: GenerateOptions,
): Outcome {
  const { output, migrationFindings } = made
  const findings = joinFindings([made.findings, locateFindings(migrationFindings)])
  if (mode !== 'check' && migrationFindings.some((finding) => stopsRun(finding, failOn))) return stoppedBy(findings)
  const plans = made.plans.map(({ folder, plan }) => ({ shownAs: folder.shownAs, plan }))
  const planned = resultOf(plans, mode)
  const result = planned === 'in-step' && migrationFindings.length > 0 ? 'stale' : planned
  if (result === 'written') applyChanges(made.plans.map(({ folder, plan }) => ({ ...folder, changes: plan.changes })))
  return { result, findings, specs: output.specs, plans }
}
