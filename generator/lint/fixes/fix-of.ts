import type { Document } from '../../model/document.js'
import type { Finding } from '../../model/finding.js'
import type { Fix } from '../../model/fix.js'
import { moveQueue } from './move-queue.js'

/** What mends a finding without a doubt; undefined for most. */
export function fixOf(document: Document, { rule, at, fix }: Finding): Fix | undefined {
  if (!('pointer' in at)) return undefined
  return fix ?? (rule === 'asyncapi-invalid' ? moveQueue(document, at) : undefined)
}
