import { complaintsOfSeven } from '../render/compile.js'

export interface Module {
  readonly path: string
  readonly text: string
}

/** A line of a module that the compiler has something to say about. */
export interface Diagnostic {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly code: string
  readonly text: string
}

/**
 * What TypeScript 7 says about modules that hold thousands of types together, under the strictest options: version 5.9
 * takes several times as long, and other tests hold the output against it.
 */
export async function diagnosticsOf(modules: readonly Module[]): Promise<readonly Diagnostic[]> {
  const options = { types: [], pretty: false, noUnusedLocals: false, isolatedDeclarations: false, declaration: false }
  const found: Diagnostic[] = []
  for (const line of (await complaintsOfSeven(modules, 'bundler', options)).split('\n')) {
    const match = /^([^\s(][^(]*)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line)
    if (match === null && line !== '' && !line.startsWith(' ')) throw new Error(`the compiler says: ${line}`)
    const [, path = '', number = '', code = '', text = ''] = match ?? []
    if (match !== null) found.push({ path: path.split('/').at(-1) ?? path, line: Number(number), code, text })
  }
  return found
}
