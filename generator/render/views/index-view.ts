import { runtimeExports } from '../../model/runtime-exports.js'
import { type Code, code } from '../code.js'
import { identifier } from '../identifier.js'
import { type ImportStyle, importLines, specifier } from '../imports.js'
import type { View } from '../template-engine.js'
import type { ViewInput } from './view-input.js'

/** index.ts: all that a service imports. `files`: the emitted files made from the spec that there are, without end. */
export function indexView({ importStyle }: ViewInput, files: readonly string[]): View {
  return {
    own: files.toSorted().map((file) => code`export * from ${specifier(file, importStyle)}`),
    runtime: runtimeLines(importStyle),
  }
}

/** What of the runtime a service imports. */
export function runtimeLines(style: ImportStyle): readonly Code[] {
  const runtime = runtimeExports.flatMap(({ module, values, types }) => [
    { names: values.map(identifier), from: `runtime/${module}`, typeOnly: false },
    { names: types.map(identifier), from: `runtime/${module}`, typeOnly: true },
  ])
  return importLines(runtime, style).map(asExport)
}

/** `import { … } from` and `export { … } from` differ in the first word alone. */
function asExport(line: Code): Code {
  return line.replace(/^import/, 'export') as Code // one word of ours for another
}
