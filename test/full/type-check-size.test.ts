import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emitOutputs } from '../corpus/emit.js'
import { judge } from '../corpus/judge.js'
import { usageOf } from '../corpus/usage.js'
import { strictOptions } from '../render/compile.js'
import { manyChannels } from './many-channels.js'
import { compilerOf } from './typescript-versions.js'

/** What it costs to check the types of a large output; the figures are printed, not judged. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const count = 1000
let folder = ''

describe.runIf(process.env.TEST_FULL !== undefined)(`an output of ${count} channels`, () => {
  beforeAll(async () => {
    mkdirSync(join(root, '.tmp'), { recursive: true })
    folder = mkdtempSync(join(root, '.tmp', 'size-'))
    const path = join(folder, 'spec.json')
    writeFileSync(path, JSON.stringify(manyChannels(count)))
    const { generated, findings } = await judge({ name: 'spec.json', path }, 'fast')
    if (generated === undefined) throw new Error(JSON.stringify(findings))
    emitOutputs(folder, [{ name: 'spec', files: [...generated.files, usageOf(generated, new Map())] }])
  }, 900_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.for(['5.9', '7'] as const)('is checked by TypeScript %s', { timeout: 600_000 }, (version) => {
    const compilerOptions = { ...strictOptions, module: 'nodenext', moduleResolution: 'nodenext' }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
    const args = [compilerOf(version), '-p', folder, '--extendedDiagnostics']
    const said = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 27 })
    const figures = said
      .split('\n')
      .filter((line) => /^(Lines of TypeScript|Lines|Types|Memory used|Check time|Total time)/.test(line))
    console.info(
      `TypeScript ${version}, ${count} channels: ${figures.map((line) => line.replace(/\s+/g, ' ')).join(' · ')}`,
    )
    expect(figures.length).toBeGreaterThan(2)
  })
})
