#!/usr/bin/env node
import type { Command, CommandResult, Surroundings } from './commands/command.js'
import { faultResult } from './commands/fault-result.js'
import { optimiseLate } from './commands/optimise-late.js'
import { checkBooleans, checkOptions, type OptionTable, usageError } from './commands/option-table.js'
import { plainArguments } from './commands/plain-arguments.js'
import { commands } from './commands/registry.js'
import { wantsColor } from './commands/wants-color.js'
import { packageVersion } from './load/package-folder.js'
import { didYouMean } from './model/did-you-mean.js'

/** Where everything starts: the only place that prints, sets the exit code and catches. */
async function main(args: readonly string[]): Promise<void> {
  optimiseLate()
  const color = wantsColor({ args, env: process.env, isTerminal: process.stderr.isTTY === true })
  const asFault = (error: unknown) => faultResult(error, { color, json: args.includes('--json') })
  // What is thrown outside every promise would otherwise end with exit code 1, which means findings.
  process.on('uncaughtException', (error) => {
    print(asFault(error))
    process.exit()
  })
  // A reader that has seen enough (`| head`) is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  print(await dispatch(args, { cwd: process.cwd(), color, now: () => new Date(), progress }).catch(asFault))
}

async function dispatch(args: readonly string[], surroundings: Surroundings): Promise<CommandResult> {
  const [first, ...rest] = args
  if (first === '--version') return forStdout(`${packageVersion()}\n`)
  if (first === '--help' || first === '-h') return forStdout(await overview())
  if (first === undefined) return { exitCode: 2, stdout: '', stderr: await overview() }
  const command = findCommand(first)
  const end = rest.indexOf('--')
  const flags = end === -1 ? rest : rest.slice(0, end)
  if (flags.includes('--help') || flags.includes('-h')) return forStdout(await helpOf(command))
  if (command.name === 'lint') {
    const plain = plainArguments(rest, { table: command.options, command: command.name })
    if (plain !== undefined) return command.run(plain, surroundingsOf(command, args, surroundings))
  }
  checkBooleans(rest, command.options)
  const { _: positionals, $0: _script, ...given } = await (await parserOf(command.options)).parse(rest)
  const options = checkOptions(given, { table: command.options, command: command.name })
  return command.run({ positionals: positionals.map(String), options }, surroundingsOf(command, args, surroundings))
}

function surroundingsOf({ tellsOnStdout }: Command, args: readonly string[], surroundings: Surroundings): Surroundings {
  if (tellsOnStdout !== true) return surroundings
  return { ...surroundings, color: wantsColor({ args, env: process.env, isTerminal: process.stdout.isTTY === true }) }
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name)
  if (command !== undefined) return command
  const names = commands.map((candidate) => candidate.name)
  if (name.startsWith('-'))
    throw usageError(`"${name}" stands before the command`, `begin with a command: ${names.join(', ')}`)
  const meant = didYouMean(name, names)
  const hint = meant === undefined ? `there is ${names.join(', ')}; see "idemgen --help"` : `did you mean "${meant}"?`
  throw usageError(`unknown command "${name}"`, hint)
}

/** A parser that only takes the words apart: what they may be is checked against the table. */
async function parserOf(table: OptionTable) {
  const { default: yargs } = await import('yargs')
  const parser = yargs()
    .scriptName('idemgen')
    .locale('en')
    .help(false)
    .version(false)
    .exitProcess(false)
    .wrap(100)
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-positional-numbers': false,
    })
  for (const [name, { type, summary, choices, default: preset }] of Object.entries(table)) {
    const values = choices === undefined ? '' : `: ${choices.join(', ')}`
    parser.option(name, { type, describe: summary + values, ...(preset && { defaultDescription: String(preset) }) })
  }
  return parser
}

async function overview(): Promise<string> {
  const parser = await parserOf({})
  for (const { name, positionals, summary } of commands) parser.command(`${name} ${positionals}`, summary)
  const help = await parser
    .usage('idemgen <command> [options]')
    .option('help', { type: 'boolean', describe: 'show what a command does and its options' })
    .option('version', { type: 'boolean', describe: 'show the version' })
    .getHelp()
  return `${help}\n`
}

async function helpOf({ name, positionals, summary, options }: Command): Promise<string> {
  const parser = await parserOf(options)
  return `${await parser.usage(`idemgen ${name} ${positionals} [options]\n\n${summary}`).getHelp()}\n`
}

function progress(text?: string): void {
  if (process.stderr.isTTY !== true) return
  process.stderr.write(text === undefined ? '\r\x1b[K' : `\r\x1b[K${text} …`)
}

function forStdout(stdout: string): CommandResult {
  return { exitCode: 0, stdout, stderr: '' }
}

function print({ exitCode, stdout, stderr }: CommandResult): void {
  process.exitCode = exitCode
  if (stderr !== '') process.stderr.write(stderr)
  if (stdout !== '') process.stdout.write(stdout)
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

await main(process.argv.slice(2))
