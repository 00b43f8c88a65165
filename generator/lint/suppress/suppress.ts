import { didYouMean } from '../../model/did-you-mean.js'
import type { Document } from '../../model/document.js'
import type { Finding } from '../../model/finding.js'
import { commentSuppressions } from './comments.js'
import { ignoredParts } from './ignored-parts.js'
import { isCovered, type Standing, type Suppression } from './suppression.js'

/** What is known of rules where suppressions are judged. */
export interface RuleNames {
  readonly all: Iterable<string>
  readonly isKnown: (rule: string) => boolean
  /** Whether the rule was run: else nothing can be said of what suppresses it. */
  readonly isRun: (rule: string) => boolean
}

/**
 * The findings without those that the document itself switches off, and what is wrong with its saying so: no reason, no
 * rule of that name, or nothing to switch off (any more).
 */
export function suppress(document: Document, findings: readonly Finding[], names: RuleNames): readonly Finding[] {
  const parts = [...document.files].map(([file, source]) => ignoredParts(file, source))
  const written = [
    ...[...document.files].flatMap(([file, source]) => commentSuppressions(file, source)),
    ...parts.flatMap(({ suppressions }) => suppressions),
  ]
  const malformed = parts.flatMap((part) => part.findings)
  if (written.length === 0) return [...findings, ...malformed]
  const faults = written.flatMap((suppression) => faultsOf(suppression, names))
  const used = new Map<Suppression, Set<string>>()
  const left = findings.filter((finding) => {
    const standing = standingOf(document, finding)
    const covering = written.filter(
      (each) => counts(each) && each.rules.includes(finding.rule) && isCovered(each, standing),
    )
    for (const each of covering) used.set(each, (used.get(each) ?? new Set()).add(finding.rule))
    return covering.length === 0
  })
  const unused = written.filter(counts).flatMap((suppression) => {
    const rules = suppression.rules.filter((rule) => names.isKnown(rule) && names.isRun(rule))
    return rules
      .filter((rule) => used.get(suppression)?.has(rule) !== true)
      .map((rule) => unusedFault(suppression, rule))
  })
  return [...left, ...malformed, ...faults, ...unused]
}

function counts({ reason }: Suppression): boolean {
  return reason !== ''
}

function standingOf({ files, locate }: Document, { at }: Finding): Standing {
  if ('pointer' in at) return { ...locate(at), ...at }
  return { ...at, file: [...files].find(([, { path }]) => path === at.file)?.[0] }
}

function faultsOf({ rules, reason, at }: Suppression, { all, isKnown }: RuleNames): readonly Finding[] {
  const faults: Finding[] = []
  if (rules.length === 0) {
    const hint = 'name it: "# idemgen-disable-next-line key-is-volatile -- why it is fine here"'
    const message = 'no rule is named that should not count'
    faults.push({ rule: 'suppression-malformed', severity: 'error', message, hint, at })
  }
  if (rules.length > 0 && reason === '') {
    const message = `${rules.map((rule) => `"${rule}"`).join(', ')} is switched off without a reason, so it counts`
    const hint = 'say why it is fine here: "rule -- reason" in a comment, "reason: …" in x-idemgen-ignore'
    faults.push({ rule: 'suppression-without-reason', severity: 'error', message, hint, at })
  }
  for (const rule of rules.filter((name) => !isKnown(name))) {
    const meant = didYouMean(rule, all)
    const hint = meant === undefined ? '"idemgen explain" lists all rules' : `did you mean "${meant}"?`
    faults.push({ rule: 'suppression-unknown', severity: 'error', message: `there is no rule "${rule}"`, hint, at })
  }
  return faults
}

function unusedFault({ at }: Suppression, rule: string): Finding {
  return {
    rule: 'suppression-unused',
    severity: 'warning',
    message: `nothing here breaks "${rule}"`,
    hint: 'remove what switches it off: it would hide the next fault',
    at,
  }
}
