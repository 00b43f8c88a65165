import type { Command } from './command.js'
import { readShell } from './completion-options.js'
import { explainOptions, readExplainOptions } from './explain-options.js'
import { generateOptions, readGenerateOptions } from './generate-options.js'
import { lintOptions, readLintOptions } from './lint-options.js'
import { plainLint } from './plain-lint.js'

/** Every command, in the order of the help. Nothing heavy is imported here: `run` does that. */
export const commands: readonly Command[] = [
  {
    name: 'generate',
    positionals: '<spec...>',
    summary: 'write TypeScript publishers, consumers and SQL migrations for annotated AsyncAPI documents',
    options: generateOptions,
    async run(given, surroundings) {
      const options = readGenerateOptions(given)
      const { generate } = await import('./generate.js')
      return generate(options, surroundings)
    },
  },
  {
    name: 'lint',
    positionals: '<spec...>',
    summary: 'find what lets duplicates through or loses events in the design of annotated AsyncAPI documents',
    options: lintOptions,
    tellsOnStdout: true,
    async run(given, surroundings) {
      const options = readLintOptions(given)
      return plainLint(options, surroundings)
    },
  },
  {
    name: 'explain',
    positionals: '[rule]',
    summary: 'say why a rule is there, with a wrong and a right example; without a rule, list all',
    options: explainOptions,
    tellsOnStdout: true,
    async run(given, surroundings) {
      const options = readExplainOptions(given)
      const { explain } = await import('./explain.js')
      return explain(options, surroundings)
    },
  },
  {
    name: 'completion',
    positionals: '<shell>',
    summary: 'print a script that completes commands and options in bash, zsh or fish',
    options: {},
    async run(given) {
      const shell = readShell(given)
      const { completion } = await import('./completion.js')
      return completion(shell, commands)
    },
  },
]
