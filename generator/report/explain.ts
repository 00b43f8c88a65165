import type { RuleText } from '../lint/rule.js'
import { suppression, topicTitles } from './rule-page.js'

/** All that is known of a rule, for a terminal. */
export function explainText(text: RuleText, { color }: { readonly color: boolean }): string {
  const { name, severity, summary, why, wrong, right } = text
  const bold = (words: string) => (color ? `\x1b[1m${words}\x1b[22m` : words)
  const ignored = `x-idemgen-ignore: [{ rule: ${name}, reason: why it is fine here }]`
  const inAnObject = text.topic === 'handlers' ? '' : `  in an object:  ${ignored}\n`
  return `${bold(name)} (${severity})
${summary}

${why}

${bold('wrong')}
${indented(wrong.trim())}
${bold('right')}
${indented(right.trim())}
${bold('to switch it off')}
  at one place:  ${suppression(text)}
${inAnObject}  everywhere:    rules: { ${name}: off }  in idemgen.config.yaml
`
}

/** Every rule with its summary, by topic. */
export function explainIndex(texts: readonly RuleText[], { color }: { readonly color: boolean }): string {
  const bold = (words: string) => (color ? `\x1b[1m${words}\x1b[22m` : words)
  const width = Math.max(...texts.map(({ name }) => name.length))
  const topics = [...new Set(texts.map(({ topic }) => topic))]
  const parts = topics.map((topic) => {
    const lines = texts
      .filter((text) => text.topic === topic)
      .map(({ name, severity, summary }) => `  ${name.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`)
    return `${bold(topicTitles[topic])}\n${lines.join('')}`
  })
  return parts.join('\n')
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
