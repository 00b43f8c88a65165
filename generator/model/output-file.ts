/** A file to be written: what every stage before the disk hands on. */
export interface OutputFile {
  /** Relative to the folder it belongs to, with `/`. */
  readonly path: string
  /** The whole text, with LF. */
  readonly text: string
}
