const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** What a duration looks like: a whole number above 0 and a unit. Nine digits keep every sum an exact integer. */
export const durationPattern = '^[1-9][0-9]{0,8}(ms|s|m|h|d)$'

/** The milliseconds of `250ms`, `30s`, `5m`, `2h` or `14d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!new RegExp(durationPattern).test(text)) return undefined
  const unit = text.replace(/^\d+/, '')
  return isUnit(unit) ? Number.parseInt(text, 10) * unitMs[unit] : undefined
}

/** Milliseconds as a person would write them, in the largest unit that needs no fraction: 90,000 is `90s`. */
export function durationText(milliseconds: number): string {
  const units = Object.entries(unitMs).reverse()
  const [unit, size] = units.find(([, size]) => milliseconds % size === 0) ?? ['ms', 1]
  return `${milliseconds / size}${unit}`
}

/** Milliseconds unit by unit, for sums that no single unit says readably: 88,356,000 is `1d 32m 36s`. */
export function durationParts(milliseconds: number): string {
  let rest = milliseconds
  const parts = Object.entries(unitMs)
    .reverse()
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count === 0 ? [] : [`${count}${unit}`]
    })
  return parts.length === 0 ? '0ms' : parts.join(' ')
}

function isUnit(text: string): text is keyof typeof unitMs {
  return Object.hasOwn(unitMs, text)
}
