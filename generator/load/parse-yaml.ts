import { loadAll, YAMLException } from 'js-yaml'
import type { Json } from '../model/document.js'
import type { ParsedText } from './text-fault.js'
import { yamlFault } from './yaml-fault.js'
import { yamlOptions } from './yaml-options.js'
import { documentStarts } from './yaml-positions.js'

/** Reads one YAML document into JSON values; an empty file gives null. */
export function parseYaml(text: string): ParsedText {
  try {
    const documents = loadAll(text, null, yamlOptions)
    if (documents.length > 1) return severalDocuments(text)
    // The schema makes nothing but JSON values; check-values.ts refuses the numbers that JSON cannot write.
    return { value: (documents[0] ?? null) as Json }
  } catch (error) {
    if (error instanceof YAMLException) return { fault: yamlFault(text, error) }
    throw error
  }
}

function severalDocuments(text: string): ParsedText {
  const starts = documentStarts(text)
  return {
    fault: {
      rule: 'yaml-broken',
      offset: starts[1] ?? 0,
      message: `the file holds ${starts.length} YAML documents, the second starts here`,
      hint: 'keep one document in a file: remove the line "---" between them, or split the file',
    },
  }
}
