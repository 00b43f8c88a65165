import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installLines } from '../../generator/output/install-lines.js'
import { readProject } from '../../generator/output/project.js'
import { requirements } from '../../generator/output/requirements.js'

let root = ''
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'idemgen-project-'))
  fs.mkdirSync(join(root, '.git'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const ranges = {
  amqplib: '^2.3.1',
  pg: '^8.23.0',
  ajv: '^8.20.0',
  'ajv-formats': '^3.0.1',
}
const developmentRanges = { '@types/pg': '^8.23.0', '@types/node': '^22.0.0' }

function write(path: string, value: unknown): void {
  fs.mkdirSync(join(root, path, '..'), { recursive: true })
  fs.writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value))
}
const lines = (folder = 'generated') => installLines(readProject(join(root, folder)))
const linesWith = (dependencies: object, devDependencies: object = developmentRanges) => {
  write('package.json', { dependencies, devDependencies })
  return lines()
}

describe('installLines', () => {
  it('lists everything, types apart, where there is no package.json', () => {
    expect(lines()).toEqual([
      'npm install amqplib@2 pg@8 ajv@8 ajv-formats@3',
      'npm install --save-dev @types/pg@8 @types/node@20',
    ])
  })

  it('is empty when nothing is missing', () => {
    expect(linesWith(ranges)).toEqual([])
  })

  it('lists what is missing, out of range or only there for development', () => {
    const { pg, ...others } = ranges
    expect(linesWith({ ...others, amqplib: '^0.10.3' }, { ...developmentRanges, pg })).toEqual([
      'npm install amqplib@2 pg@8',
    ])
  })

  it.each([
    ['^2.0.0', true],
    ['2', true],
    ['~2.9.1', true],
    ['>=0.10', true],
    ['0.10.x || 2.x', true],
    ['*', true],
    ['latest', true],
    ['workspace:^', true],
    ['npm:fork@^2.3.0', true],
    ['^0.10.0', false],
    ['<2', true],
    ['^3.0.0', false],
    ['1.x || ~0.10', false],
  ])('takes the range %j of amqplib: %s', (range, isTaken) => {
    expect(linesWith({ ...ranges, amqplib: range })).toEqual(isTaken ? [] : ['npm install amqplib@2'])
  })

  it.each([
    ['2.3.0', true],
    ['2.10.0', true],
    ['2.2.9', false],
    ['3.0.0', false],
  ])('looks at the installed version, also further up: %s taken %s', (version, isTaken) => {
    write('node_modules/amqplib/package.json', { version })
    write('packages/orders/package.json', { dependencies: ranges, devDependencies: developmentRanges })
    expect(lines('packages/orders/generated')).toEqual(isTaken ? [] : ['npm install amqplib@2'])
  })

  it('takes later majors of what is only there to compile', () => {
    expect(linesWith(ranges, { ...developmentRanges, '@types/node': '18' })).toEqual([
      'npm install --save-dev @types/node@20',
    ])
  })

  it.each([
    ['pnpm-lock.yaml', 'pnpm add amqplib@2'],
    ['yarn.lock', 'yarn add amqplib@2'],
    ['bun.lock', 'bun add amqplib@2'],
    ['package-lock.json', 'npm install amqplib@2'],
  ])('speaks to the package manager of the nearest lock file, %s', (lockFile, line) => {
    write(lockFile, '')
    write('packages/orders/package.json', {
      dependencies: { ...ranges, amqplib: '1' },
      devDependencies: developmentRanges,
    })
    expect(lines('packages/orders/src/generated')).toEqual([line])
  })

  it('believes the packageManager field before lock files', () => {
    write('yarn.lock', '')
    write('package.json', { packageManager: 'pnpm@9.1.0', dependencies: ranges })
    expect(lines()).toEqual(['pnpm add --save-dev @types/pg@8 @types/node@20'])
  })

  it('takes a broken package.json for an empty one', () => {
    write('package.json', '{ "dependencies": ')
    expect(lines()).toHaveLength(2)
  })
})

describe('requirements', () => {
  it('name the versions that this repository tests the emitted code with', () => {
    const packageJson: unknown = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    const { dependencies, devDependencies } = packageJson as Record<string, Record<string, string>>
    const tested = { ...dependencies, ...devDependencies }
    for (const { name, major, minimum } of requirements) {
      const version = tested[name]?.replace(/^\^/, '') ?? ''
      expect({ name, major, minor: minimum.split('.', 2).join('.') }).toEqual({
        name,
        major: Number(version.split('.')[0]),
        minor: version.split('.', 2).join('.'),
      })
    }
  })
})
