import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDocument } from '../../generator/load/load-document.js'
import { isError } from '../../generator/model/finding.js'
import { makeOutput } from '../../generator/output/make-output.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Where processes run what was generated; a deliberately broken copy of the runtime comes in here too. */
const runtimeFolder = process.env.IDEMGEN_RUNTIME_VARIANT ?? join(root, 'templates', 'runtime')

/**
 * Generates a spec's output into a folder of the repo, named after its content, and gives the folder's path relative
 * to the repo's root. Throws where the spec has errors.
 */
export async function generateSpec(specText: string): Promise<string> {
  const templates = await readTemplates()
  const hash = createHash('sha256')
    .update(specText)
    .update([...templates.values()].join('\0'))
    .digest('hex')
  const folder = join('.tmp', 'generated', hash.slice(0, 16))
  const spec = join(root, folder, 'spec.yaml')
  await mkdir(dirname(spec), { recursive: true })
  await writeFile(spec, specText)

  const { document, findings } = await loadDocument({ path: spec, cwd: root })
  if (document === undefined) throw new Error(JSON.stringify(findings))
  const { specs, files } = await makeOutput([{ document, path: 'spec.yaml', folder: '' }], {
    templates,
    importExtension: 'js',
  })
  const errors = specs.flatMap((made) => made.findings.filter(isError))
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  for (const { path, text } of files) {
    const target = join(root, folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
  }
  return folder
}

async function readTemplates(): Promise<ReadonlyMap<string, string>> {
  const templates = new Map<string, string>()
  const folder = join(root, 'templates')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/')
    const source = path.startsWith('runtime/') ? join(runtimeFolder, path.slice('runtime/'.length)) : join(folder, path)
    templates.set(path, await readFile(source, 'utf8'))
  }
  return templates
}
