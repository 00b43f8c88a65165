import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import type { Document, Json } from '../../generator/model/document.js'

/** A document of one file, as the loader would give it; positions are not needed to build. */
export function documentOf(value: Json): Document {
  return {
    files: new Map([['', { path: 'spec.yaml', text: '', value }]]),
    folder: '/',
    locate: () => ({ line: 1, column: 1 }),
  }
}

export function documentFromYaml(text: string): Document {
  // JSON_SCHEMA would lose merge keys; dates stay text in the specs of the tests.
  return documentOf(load(text) as Json)
}

export function documentFromFile(path: string): Document {
  return documentFromYaml(readFileSync(path, 'utf8'))
}
