import type { RuleText } from '../lint/rule.js'

/** The page of a rule in docs/rules. */
export function rulePage(text: RuleText): string {
  const { name, severity, summary, why, wrong, right } = text
  const language = text.topic === 'handlers' ? 'ts' : 'yaml'
  return `# ${name}

${sentence(summary)} Severity: ${severity}.

${why}

Wrong:

\`\`\`${language}
${wrong.trim()}
\`\`\`

Right:

\`\`\`${language}
${right.trim()}
\`\`\`

To switch it off at one place, and say why:

\`\`\`${language}
${suppression(text)}
\`\`\`

[All rules](README.md) · [living with findings](../lint.md#living-with-findings)
`
}

/** The index of docs/rules. */
export function rulesIndex(texts: readonly RuleText[]): string {
  const topics = [...new Set(texts.map(({ topic }) => topic))]
  const tables = topics.map((topic) => {
    const rows = texts.filter((text) => text.topic === topic)
    return [`## ${topicTitles[topic]}`, '', '| rule | | |', '|---|---|---|', ...rows.map(row), ''].join('\n')
  })
  return `# Rules\n\nThe same texts as \`idemgen explain <rule>\`.\n\n${tables.join('\n')}`
}

export const topicTitles: Readonly<Record<RuleText['topic'], string>> = {
  key: 'Business keys',
  group: 'Consumer groups and queues',
  errors: 'Errors',
  acks: 'Acknowledgements and durability',
  flow: 'Time and flow',
  dispatch: 'Addresses and dispatch',
  document: 'The document',
  handlers: 'Handler code',
}

/** The comment that switches a rule off on the next line. */
export function suppression({ name, topic }: RuleText): string {
  return `${topic === 'handlers' ? '//' : '#'} idemgen-disable-next-line ${name} -- why it is fine here`
}

function row({ name, severity, summary }: RuleText): string {
  return `| [${name}](${name}.md) | ${severity} | ${summary.replaceAll('|', '\\|')} |`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
