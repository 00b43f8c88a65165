import { expect, test } from 'vitest'
import { isReservedName } from '../../generator/model/runtime-exports.js'
import { orders, ordersDocs } from './contracts.js'
import { renderContract } from './render-contract.js'

/** What a module imports would be hidden by a declaration of the same name that is made from a spec. */
test('no declaration can have a name that its file imports', async () => {
  const files = await renderContract(orders, { docs: ordersDocs })
  const emitted = files.filter(({ path }) => path.endsWith('.ts') && !path.startsWith('runtime/'))
  const declared = new Set(
    emitted.flatMap(({ text }) => names(text, /^export (?:interface|type|class|const|(?:async )?function) (\w+)/gm)),
  )
  const imported = emitted.flatMap(({ path, text }) => {
    // Its declarations are data and no names of the spec.
    if (path === 'contract.ts' || path === 'index.ts') return []
    return names(text, /^import (?:type )?\{ ([^}]*) \} from/gm).flatMap((list) => list.split(/,\s*/))
  })
  expect(imported.length).toBeGreaterThan(10)
  expect(imported.filter((name) => !isReservedName(name) && !declared.has(name))).toEqual([])
})

function names(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])
}
