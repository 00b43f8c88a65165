/** Where the page of a rule can be read: the published package holds it. */
export function rulePageUrl(rule: string, version: string): string {
  return `https://unpkg.com/idemgen@${version}/docs/rules/${encodeURIComponent(rule)}.md`
}
