/** A command as a shell completes it. */
export interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** The words that may follow; undefined for files. */
  readonly words?: readonly string[]
}

export interface CompletedOption {
  /** Without its dashes. */
  readonly name: string
  readonly summary: string
  /** `any`: a value of any kind, which may be a file. */
  readonly value: 'none' | 'any' | readonly string[]
}

/** For bash: a function that `complete` calls. */
export function bashCompletion(commands: readonly Completed[]): string {
  return `# idemgen completion for bash: source <(idemgen completion bash)
_idemgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(bashCase).join('\n')}
  esac
}
complete -o default -F _idemgen idemgen
`
}

function bashCase({ name, options, words }: Completed): string {
  const valued = options.flatMap((option) => {
    const values = Array.isArray(option.value) ? option.value : undefined
    if (option.value === 'none') return []
    const reply = values === undefined ? '' : ` COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$current"));`
    return [`        --${option.name})${reply} return ;;`]
  })
  const flags = [...options.map((option) => `--${option.name}`), '--help'].join(' ')
  const others = words === undefined ? ':' : `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current"))`
  return `    ${name})
      case "$previous" in
${[...valued, '        *) ;;'].join('\n')}
      esac
      case "$current" in
        -*) COMPREPLY=($(compgen -W "${flags}" -- "$current")) ;;
        *) ${others} ;;
      esac
      ;;`
}

/** For zsh: a function that its completion system calls. */
export function zshCompletion(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.map((option) => `        ${quoted(zshOption(option))} \\`)
    const rest = words === undefined ? `'*:file:_files'` : `'1:word:(${words.join(' ')})'`
    return `      ${name})\n        _arguments \\\n${specs.join('\n')}\n        '--help[show the options]' \\\n        ${rest}\n        ;;`
  })
  return `#compdef idemgen
# idemgen completion for zsh: source <(idemgen completion zsh)
_idemgen() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    local command="\${words[2]}"
    shift words
    (( CURRENT-- ))
    case "$command" in
${cases.join('\n')}
    esac
  fi
}
compdef _idemgen idemgen
`
}

function zshOption({ name, summary, value }: CompletedOption): string {
  const said = `--${name}[${summary.replaceAll(/[[\]:\\]/g, '\\$&')}]`
  if (value === 'none') return said
  return value === 'any' ? `${said}:value:_files` : `${said}:value:(${value.join(' ')})`
}

/** For fish: a line for each word that may come. */
export function fishCompletion(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, options, words }) => [
    `complete -c idemgen -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...options.map((option) => fishOption(name, option)),
    ...(words === undefined ? [] : [`complete -c idemgen -n ${within(name)} -f -a ${quoted(words.join(' '))}`]),
  ])
  return `# idemgen completion for fish: idemgen completion fish | source\n${lines.join('\n')}\n`
}

function fishOption(command: string, { name, summary, value }: CompletedOption): string {
  const values = value === 'none' ? '' : value === 'any' ? ' -r -F' : ` -x -a ${quoted(value.join(' '))}`
  return `complete -c idemgen -n ${within(command)} -l ${name}${values} -d ${quoted(summary)}`
}

function within(command: string): string {
  return quoted(`__fish_seen_subcommand_from ${command}`)
}

/** A word of the shell, whatever is in it; in fish as in the others, since no text has a backslash before a quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
