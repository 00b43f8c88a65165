/**
 * Prints rows as a table of Markdown, which bench/README.md takes as it is.
 *
 * @param {readonly Readonly<Record<string, string>>[]} rows
 */
export function printTable(rows) {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name] ?? ''))]
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
}
