import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fixOf } from '../lint/fixes/fix-of.js'
import type { FixInFile } from '../load/edit/fix-text.js'
import { copyReader } from '../output/copy-reader.js'
import { folderOf } from '../output/folder.js'
import { unifiedDiff } from '../output/unified-diff.js'
import { writeTextFiles } from '../output/write-text-files.js'
import type { CommandResult } from './command.js'
import { lintConfig } from './lint-config.js'
import { lintDocument } from './lint-document.js'
import type { LintOptions } from './lint-options.js'
import { type LintSource, lintSources } from './lint-sources.js'
import { shownPath } from './shown-path.js'

/**
 * `idemgen lint --fix`: writes what was mended, or only prints it. Gives the result where that is all, and nothing where
 * what is left is to be told. Throws IdemgenError where a file is missing or cannot be written.
 */
export async function lintFix(options: LintOptions, cwd: string): Promise<CommandResult | undefined> {
  const fixed = await fixDocuments(options, cwd)
  if (options.fix === 'write') {
    writeFixed(fixed, cwd)
    return undefined
  }
  if (fixed.files.size === 0) return { exitCode: 0, stdout: '', stderr: 'nothing to mend\n' }
  return { exitCode: 1, stdout: fixedDiff(fixed, cwd), stderr: '' }
}

/** What `--fix` made of the documents. */
interface Fixed {
  /** Absolute paths of the files that differ, with their text before and after. */
  readonly files: ReadonlyMap<string, { readonly before: string; readonly after: string }>
}

/** One fix may make room for the next: a document is mended until nothing more can be. */
const mostRounds = 20

/**
 * Mends what can be mended without a doubt in the documents and in the local files that they refer to, in memory.
 * Throws IdemgenError where a file is missing.
 */
async function fixDocuments(options: LintOptions, cwd: string): Promise<Fixed> {
  const { fixText } = await import('../load/edit/fix-text.js')
  const texts = new Map<string, { readonly before: string; readonly after: string }>()
  for (const source of await lintSources(options, cwd)) {
    for (let round = 0; round < mostRounds; round++) {
      const wanted = await wantedFixes(overlaid(source, texts), { options, cwd })
      let changed = false
      for (const [path, { text, fixes }] of wanted) {
        const fixed = fixText(text, fixes)
        if (fixed === text) continue
        texts.set(path, { before: texts.get(path)?.before ?? text, after: fixed })
        changed = true
      }
      if (!changed) break
    }
  }
  return { files: texts }
}

/** Writes all of the files or none. Throws IdemgenError where one cannot be written. */
function writeFixed({ files }: Fixed, cwd: string): void {
  writeTextFiles(
    [...files].map(([path, { after }]) => {
      // A byte order mark is no part of the text.
      const mark = readFileSync(path).subarray(0, 3).equals(byteOrderMark) ? '\uFEFF' : ''
      return { path, text: mark + after, shown: shownPath(path, cwd) }
    }),
  )
}

/** The differences of all files, as `diff -u` prints them. */
function fixedDiff({ files }: Fixed, cwd: string): string {
  const parts = [...files].map(([path, { before, after }]) => {
    const shown = shownPath(path, cwd)
    return `--- ${shown}\n+++ ${shown}\n${unifiedDiff(before, after, Number.POSITIVE_INFINITY)}\n`
  })
  return parts.join('')
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

interface Wanted {
  readonly text: string
  readonly fixes: readonly FixInFile[]
}

/** The fixes for what is found in one document now, by the absolute path of their file. */
async function wantedFixes(
  { path, readFile }: LintSource,
  { options, cwd }: { readonly options: LintOptions; readonly cwd: string },
): Promise<ReadonlyMap<string, Wanted>> {
  const { fixInFile } = await import('../load/edit/fix-text.js')
  const { side, perspective, out, strict } = options
  const { document, findings } = await lintDocument(
    { path, cwd, readFile, readUrl: copyReader(folderOf(out, cwd)) },
    {
      config: await lintConfig(options, cwd),
      strict,
      options: { perspective, ...(side !== undefined && { side }) },
    },
  )
  const wanted = new Map<string, Wanted>()
  for (const finding of document === undefined ? [] : findings) {
    const fix = document === undefined ? undefined : fixOf(document, finding)
    const file = 'pointer' in finding.at ? document?.files.get(finding.at.file) : undefined
    const placed = fix && 'pointer' in finding.at ? fixInFile(fix, finding.at) : undefined
    // What was fetched, and its copies, are somebody else's.
    if (placed === undefined || file?.absolutePath === undefined) continue
    const key = resolve(file.absolutePath)
    wanted.set(key, { text: file.text, fixes: [...(wanted.get(key)?.fixes ?? []), placed] })
  }
  return wanted
}

function overlaid(source: LintSource, texts: Fixed['files']): LintSource {
  return {
    ...source,
    readFile: async (path) => {
      const fixed = texts.get(resolve(path))
      return fixed === undefined ? source.readFile(path) : Buffer.from(fixed.after)
    },
  }
}
