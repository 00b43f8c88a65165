/**
 * Whether a merge left its markers in the text. Both ends are asked for: a lone row of `=` also underlines headings.
 */
export function hasConflict(text: string): boolean {
  return /^<{7}( |$)/m.test(text) && /^>{7}( |$)/m.test(text)
}

/** The text with each conflict resolved to the side of the branch that was merged into. */
export function ourSide(text: string): string {
  const kept: string[] = []
  let side: 'both' | 'ours' | 'other' = 'both'
  for (const line of text.split('\n')) {
    const marker = /^(<{7}|\|{7}|={7}|>{7})(?:\s|$)/.exec(line)?.[1]
    if (marker === '<<<<<<<') side = 'ours'
    else if (marker === '>>>>>>>' && side !== 'both') side = 'both'
    else if (marker !== undefined && side !== 'both') side = 'other'
    else if (side !== 'other') kept.push(line)
  }
  return kept.join('\n')
}
