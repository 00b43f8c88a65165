import type { OutputFile } from '../../generator/model/output-file.js'

/** `Same<A, B>` is `true` for the very same type and `false` for any other: for the usage files of cases. */
export const same: OutputFile = {
  path: 'same.ts',
  text: `export type Same<Left, Right> =
  (<Value>() => Value extends Left ? 1 : 2) extends <Value>() => Value extends Right ? 1 : 2 ? true : false
`,
}
