import { camelName, pascalName, reservedWords } from '../../model/identifier.js'
import { fixedExports } from '../../model/runtime-exports.js'
import { code } from '../code.js'
import { lineComment } from '../doc.js'
import { identifier } from '../identifier.js'
import { type ImportStyle, specifier } from '../imports.js'
import type { View } from '../template-engine.js'
import { freeName } from '../types/type-names.js'
import { runtimeLines } from './index-view.js'

/** The index.ts beside the folders of several specs: a namespace for each, so that their names cannot clash. */
export function indexOfSpecsView(
  specs: readonly { readonly folder: string; readonly specPath: string }[],
  style: ImportStyle,
): View {
  const names = namespaces(specs.map(({ folder }) => folder))
  return {
    specs: specs.map(({ folder, specPath }) => ({
      origin: lineComment(specPath),
      line: code`export * as ${identifier(names.get(folder) ?? folder)} from ${specifier(`${folder}/index`, style)}`,
    })),
    runtime: runtimeLines(style),
  }
}

/** `order-events` as `orderEvents`; with a word behind it where it is no name or the runtime exports it. */
function namespaces(folders: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set([...fixedExports, ...reservedWords])
  return new Map(
    folders.map((folder) => {
      const own = camelName(pascalName(folder) ?? folder)
      const name = used.has(own) ? freeName(`${own}Spec`, used) : own
      used.add(name)
      return [folder, name] as const
    }),
  )
}
