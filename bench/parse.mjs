import { readFileSync } from 'node:fs'
import { Parser } from '@asyncapi/parser'

// What every program built on the official parser pays, and nothing else.
const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2] ?? '', 'utf8'))
if (document === undefined) throw new Error(`the parser refuses the document: ${diagnostics[0]?.message}`)
