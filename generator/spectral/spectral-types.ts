// What Spectral asks of a ruleset and gives to its functions, as far as it is used here: a ruleset is a plain object, and
// idemgen needs no package of Spectral for it.

/** A ruleset, for `extends`. */
export interface SpectralRuleset {
  readonly documentationUrl: string
  readonly rules: Readonly<Record<string, SpectralRule>>
}

export interface SpectralRule {
  readonly description: string
  readonly message: string
  readonly documentationUrl: string
  readonly severity: 'error' | 'warn' | 'info'
  /** Off unless a project turns it on. */
  readonly recommended: boolean
  /** Whether the document is given with its references followed. */
  readonly resolved: boolean
  readonly formats: readonly SpectralFormat[]
  readonly given: '$'
  readonly then: { readonly function: SpectralFunction }
}

/** Whether a document is of the kind that a rule is about. */
export interface SpectralFormat {
  (document: unknown): boolean
  displayName: string
}

export type SpectralFunction = (
  value: unknown,
  options: unknown,
  context: SpectralContext,
) => Promise<readonly SpectralResult[]>

export interface SpectralContext {
  readonly document: SpectralDocument
  readonly rule: { readonly name: string | null }
}

/** A document that Spectral has read: the same object for all rules of a run. */
export interface SpectralDocument {
  /** Absolute, or a URL, or `<STDIN>`; null for a text that came from no file. */
  readonly source: string | null
  readonly data: unknown
  /** The text, where Spectral has read one itself. */
  readonly input?: string
}

export interface SpectralResult {
  readonly message: string
  readonly path: readonly string[]
}
