import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { completion } from '../../generator/commands/completion.js'
import { readShell } from '../../generator/commands/completion-options.js'
import { commands } from '../../generator/commands/registry.js'

const script = (shell: 'bash' | 'zsh' | 'fish') => completion(shell, commands).stdout

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(' ')
  const run = `COMP_WORDS=(idemgen ${list}); COMP_CWORD=${words.length}; _idemgen; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script('bash')}\n${run}`], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

describe('completion in bash', () => {
  it('offers commands, options, values, rules and shells', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['generate', 'lint', 'explain', '--version']))
    expect(offered('li')).toEqual(['lint'])
    expect(offered('lint', '--fo')).toEqual(['--format'])
    expect(offered('lint', '--format', 's')).toEqual(['sarif'])
    expect(offered('generate', '--no-m')).toEqual(['--no-migrations'])
    expect(offered('explain', 'key-is-vol')).toEqual(['key-is-volatile'])
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('leaves files to the shell', () => {
    expect(offered('lint', 'spec')).toEqual([])
    expect(offered('generate', '--out', '')).toEqual([])
  })
})

describe.each(['zsh', 'fish'] as const)('completion in %s', (shell) => {
  it('names every command and option', () => {
    for (const { name, options } of commands) {
      expect(script(shell)).toContain(name)
      for (const option of Object.keys(options)) expect(script(shell)).toMatch(new RegExp(`(?:--|-l )${option}\\b`))
    }
  })

  it('is a script that the shell reads', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'idemgen-completion-'))
    writeFileSync(join(folder, 'script'), script(shell))
    const { error, status, stderr } = spawnSync(shell, ['-n', join(folder, 'script')], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    if (error !== undefined && 'code' in error && error.code === 'ENOENT')
      return context.skip(`${shell} is not installed`)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('readShell', () => {
  const read = (...positionals: readonly string[]) => readShell({ positionals, options: {} })
  const usage = (message: string, hint: string) => expect.objectContaining({ code: 'usage', message, hint })

  it('says what there is, and what was meant', () => {
    expect(read('zsh')).toBe('zsh')
    expect(() => read()).toThrow(usage('no shell is named', 'name one of bash, zsh, fish: idemgen completion bash'))
    expect(() => read('bsh')).toThrow(usage('there is no completion for "bsh"', 'did you mean "bash"?'))
  })
})
