import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import type { OutputFile } from '../../generator/model/output-file.js'

export interface Output {
  readonly name: string
  readonly files: readonly OutputFile[]
}

/**
 * Writes outputs beside each other, with one runtime for all, which has to be the same in each: so compiling all of them
 * costs little more than compiling one. Gives the folder of each, by its name.
 */
export function emitOutputs(folder: string, outputs: readonly Output[]): ReadonlyMap<string, string> {
  const shared = runtimeOf(outputs[0]?.files ?? [])
  for (const { path, text } of shared) write(join(folder, path), text)
  const written = outputs.map(({ name, files }, i) => {
    if (JSON.stringify(runtimeOf(files)) !== JSON.stringify(shared)) throw new Error(`${name} has a runtime of its own`)
    const target = join(folder, `output-${i}`)
    for (const { path, text } of files) if (!isRuntime(path)) write(join(target, path), text)
    symlinkSync(join('..', 'runtime'), join(target, 'runtime'), 'junction')
    return [name, target] as const
  })
  return new Map(written)
}

/** Outputs as JavaScript, with the parts of the runtime given instead of its own. */
export function scriptsOf(outputs: readonly Output[], instead: Readonly<Record<string, string>>): readonly Output[] {
  const done = new Map<string, string>()
  return outputs.map(({ name, files }) => ({ name, files: files.flatMap((file) => script(file, instead, done)) }))
}

function script(
  { path, text }: OutputFile,
  instead: Readonly<Record<string, string>>,
  done: Map<string, string>,
): readonly OutputFile[] {
  if (!path.endsWith('.ts')) return []
  const name = path.replace(/\.ts$/, '.js')
  const own =
    instead[name] ?? done.get(text) ?? transformSync(text, { loader: 'ts', format: 'esm', target: 'es2022' }).code
  if (isRuntime(path)) done.set(text, own)
  return [{ path: name, text: own }]
}

function runtimeOf(files: readonly OutputFile[]): readonly OutputFile[] {
  return files.filter(({ path }) => isRuntime(path))
}

function isRuntime(path: string): boolean {
  return path.startsWith('runtime/')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
