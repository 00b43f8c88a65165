import type { Document } from '../model/document.js'
import type { Finding } from '../model/finding.js'
import { type Place, placeKey } from '../model/pointer.js'
import { findValue } from '../model/reference.js'
import { explainBindingShape, isBindingShape } from './amqp-faults.js'
import { type Diagnosed, diagnosedPlace, isBehindLostReference } from './diagnosed-place.js'
import { withoutEchoes } from './diagnostic-echoes.js'
import { wordsFor } from './diagnostic-words.js'
import type { OfficialDiagnostic } from './official.js'
import { referenceFault, referencesIn } from './references.js'

/**
 * What the official parser says about a document, as our findings: each fault once and where it stands, without the
 * lines that only announce another, and remarks of taste in one. There is an error among them when the parser has one,
 * unless it is a reference that the loader has reported.
 */
export function diagnosticFindings(document: Document, diagnostics: readonly OfficialDiagnostic[]): readonly Finding[] {
  const [taste, others] = parted(diagnostics, ({ severity, code }) => severity !== 'error' && isTaste(code))
  const lost = lostReferences(document, others)
  const known = lost.length === 0 ? others : withoutLostReferences(document, others)
  const diagnosed = withoutEchoes(known.map((diagnostic) => diagnosedPlace(document, diagnostic)))
  const [shapes, rest] = parted(diagnosed, ({ diagnostic, place }) => isBindingShape(place.pointer, diagnostic.message))
  const explained = shapes.flatMap((shape) => shapeFinding(document, shape) ?? [])
  const [announcing, telling] = parted(rest, ({ diagnostic }) => isAnnouncement(diagnostic.message))
  const told = [...explained, ...telling.map(findingOf)]
  const places = [...told.map(({ at }) => at), ...lost]
  // A line that announces nothing is the only one that there is.
  const alone = [...announcing, ...shapes].filter((line) => {
    return !places.some((at) => isInside(at, shapePlace(line.place))) && !telling.some((each) => isBelow(each, line))
  })
  return [...unique([...told, ...alone.map(findingOf)]), ...tasteFinding(taste)]
}

function findingOf(diagnosed: Diagnosed): Finding {
  const { diagnostic, place } = diagnosed
  return { rule: ruleOf(diagnostic.code), severity: diagnostic.severity, ...wordsFor(diagnosed), at: place }
}

/** Faults of structure are one rule; the parser's other rules keep their names. */
function ruleOf(code: string): string {
  if (/^asyncapi-(?:document-(?:un)?resolved|is-asyncapi)$/.test(code)) return 'asyncapi-invalid'
  return code.startsWith('asyncapi') ? code : `asyncapi-${code}`
}

/** "must match the schema that applies" and the like stand beside the fault that makes them so. */
function isAnnouncement(message: string): boolean {
  return /must match (?:"(?:then|else|if)" schema|exactly one schema in oneOf|a schema in anyOf)/.test(message)
}

function isInside(at: Finding['at'], place: Place): boolean {
  if (!('pointer' in at) || at.file !== place.file) return false
  return at.pointer === place.pointer || at.pointer.startsWith(`${place.pointer}/`)
}

/** On the way that the parser went; what stands behind a reference is nowhere else below it. */
function isBelow({ diagnostic: { path, source } }: Diagnosed, { diagnostic: above }: Diagnosed): boolean {
  return source === above.source && above.path.every((name, i) => path[i] === name)
}

/** The binding that a remark about its shape is about. */
function shapePlace(place: Place): Place {
  return { ...place, pointer: place.pointer.replace(/\/amqp\/is$/, '/amqp') }
}

function shapeFinding(document: Document, { place }: Diagnosed): Finding | undefined {
  const at = shapePlace(place)
  const explained = explainBindingShape(findValue(document.files, at)?.value)
  return explained === undefined ? undefined : { rule: 'asyncapi-invalid', severity: 'error', ...explained, at }
}

/** Places of the references that lead nowhere; the loader has reported them. */
function lostReferences(document: Document, diagnostics: readonly OfficialDiagnostic[]): readonly Place[] {
  if (!diagnostics.some(({ severity }) => severity === 'error')) return []
  const references = [...document.files].flatMap(([file, { value }]) => referencesIn(file, value))
  return references
    .filter((reference) => referenceFault(document.files, reference) !== undefined)
    .map((reference) => reference.at)
}

/** The loader says what was tried; the parser would say it again. */
function withoutLostReferences(
  document: Document,
  diagnostics: readonly OfficialDiagnostic[],
): readonly OfficialDiagnostic[] {
  return diagnostics.filter((diagnostic) => {
    return diagnostic.code !== 'invalid-ref' && !isBehindLostReference(document, diagnostic)
  })
}

const tastes =
  /^asyncapi2?-(?:id|defaultContentType|info-.*|servers|unused-.*|tags.*|operation-operationId|message-messageId|latest-version|.*-description)$/

function isTaste(code: string): boolean {
  return tastes.test(code)
}

/** One line for all of them; that there is a newer version of AsyncAPI is none of it. */
function tasteFinding(diagnostics: readonly OfficialDiagnostic[]): readonly Finding[] {
  const codes = diagnostics
    .map(({ code }) => code.replace(/^asyncapi2?-/, ''))
    .filter((code) => code !== 'latest-version')
  if (codes.length === 0) return []
  const names = [...new Set(codes)].toSorted()
  return [
    {
      rule: 'asyncapi-taste',
      severity: 'info',
      message: `the official parser has ${codes.length} remark${codes.length === 1 ? '' : 's'} of taste: ${names.join(', ')}`,
      hint: 'none of them changes what is generated',
      at: { file: '', pointer: '' },
    },
  ]
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ rule, message, at }: Finding) => JSON.stringify([rule, message, 'pointer' in at ? placeKey(at) : at])
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()]
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
