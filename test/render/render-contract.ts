import type { Contract, Docs } from '../../generator/model/contract.js'
import type { OutputFile } from '../../generator/model/output-file.js'
import { render } from '../../generator/render/render.js'
import { readTemplates } from './templates.js'

const templates = readTemplates()

/** The output for a contract, as `generate` would write it. */
export function renderContract(
  contract: Contract,
  options: { readonly docs?: Docs; readonly importExtension?: 'js' | 'ts' | 'none'; readonly specPath?: string } = {},
): Promise<readonly OutputFile[]> {
  return render({
    contract,
    contractText: `${JSON.stringify(contract, null, 2)}\n`,
    docs: options.docs ?? {},
    templates,
    specPath: options.specPath ?? '../specs/orders.yaml',
    importExtension: options.importExtension ?? 'js',
  })
}

export function textOf(files: readonly OutputFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path)
  if (file === undefined) throw new Error(`there is no ${path} among ${files.map((other) => other.path).join(', ')}`)
  return file.text
}
