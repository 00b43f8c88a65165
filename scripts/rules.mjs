import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build/ensure-built.mjs'
import { root } from './build/root.mjs'

// `npm run rules`: docs/rules from the texts of the rules. A test sees that it is in step.

ensureBuilt()
const { ruleTexts } = await import('../dist/lint/rule-texts.js')
const { rulePage, rulesIndex } = await import('../dist/report/rule-page.js')

const folder = join(root, 'docs', 'rules')
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) rmSync(join(folder, name))
for (const text of ruleTexts) writeFileSync(join(folder, `${text.name}.md`), rulePage(text))
writeFileSync(join(folder, 'README.md'), rulesIndex(ruleTexts))
