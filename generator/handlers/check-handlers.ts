import { relative, sep } from 'node:path'
import type { SourceFile } from 'ts-morph'
import { handlerTexts } from '../lint/built-in/handler-texts.js'
import type { Finding, Severity } from '../model/finding.js'
import { IdemgenError } from '../model/idemgen-error.js'
import { codeRules } from './checks/index.js'
import { findHandlers } from './find-handlers.js'
import { openFiles } from './open-files.js'
import { type ReachedCode, reachedCode } from './reached-code.js'
import type { Service } from './service.js'

export interface CheckedHandlers {
  readonly findings: readonly Finding[]
  /** What was read to judge them, by path as findings name it. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * What is wrong with the handlers of a service, in the files that `pattern` names and in what they call. Throws
 * IdemgenError where there are none: then nothing would be checked, and nobody would notice.
 */
export function checkHandlers(
  pattern: string,
  { service, cwd }: { readonly service: Service; readonly cwd: string },
): CheckedHandlers {
  const files = openFiles(pattern, cwd)
  const handlers = findHandlers(files, service)
  if (handlers.length === 0) {
    throw new IdemgenError({
      code: 'handlers-missing',
      message: `no handler of these documents is in the files of "${pattern}"`,
      hint: 'name the files that call start<Group>({ handlers }), or that hold objects typed as <Group>Handlers',
    })
  }
  const code = handlers.flatMap(reachedCode)
  const shown = (file: SourceFile) => relative(cwd, file.getFilePath()).split(sep).join('/')
  const read = new Set([...files, ...code.map(({ node }) => node.getSourceFile())])
  return {
    findings: code.flatMap((each) => findingsOf(each, { service, shown })),
    texts: new Map([...read].map((file) => [shown(file), file.getFullText()])),
  }
}

interface Judging {
  readonly service: Service
  readonly shown: (file: SourceFile) => string
}

function findingsOf(code: ReachedCode, { service, shown }: Judging): readonly Finding[] {
  const file = code.node.getSourceFile()
  const { name, node } = code.handler
  const where = code.node === node ? `in ${name}` : `reached from ${name}`
  return codeRules.flatMap(({ rule, check }) =>
    check(code, service).map((fault) => ({
      rule,
      severity: severityOf(rule),
      message: `${fault.message}, ${where}`,
      hint: fault.hint,
      at: { file: shown(file), ...file.getLineAndColumnAtPos(fault.node.getStart()) },
    })),
  )
}

function severityOf(rule: string): Severity {
  return handlerTexts.find(({ name }) => name === rule)?.severity ?? 'error'
}
