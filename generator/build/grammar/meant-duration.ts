import { durationText, parseDuration } from '../../model/duration.js'

/** The duration that a text or a number in another notation means: `14 days`, `1.5h`, `P14D`, `1w`. */
export function meantDuration(value: string | number): string | undefined {
  const text = String(value).trim()
  const milliseconds = isoMilliseconds(text) ?? wordMilliseconds(text)
  if (milliseconds === undefined || !Number.isSafeInteger(milliseconds)) return undefined
  const written = durationText(milliseconds)
  return parseDuration(written) === undefined ? undefined : written
}

function wordMilliseconds(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/gi)]
  const rest = text.replace(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/gi, '').replace(/and|[\s,]/g, '')
  const sizes = parts.map(
    ([, count = '', unit = '']) => Number(count.replace(',', '.')) * (unitSize(unit) ?? Number.NaN),
  )
  return parts.length === 0 || rest !== '' ? undefined : sizes.reduce((sum, size) => sum + size, 0)
}

function isoMilliseconds(text: string): number | undefined {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text)
  if (match === null) return undefined
  return [week, day, hour, minute, second].reduce<number>((sum, size, i) => sum + size * Number(match[i + 1] ?? 0), 0)
}

function unitSize(word: string): number | undefined {
  const unit = units.find(({ names }) => names.test(word.toLowerCase()))
  return unit?.milliseconds
}

const [week, day, hour, minute, second] = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000] as const

const units: readonly { readonly names: RegExp; readonly milliseconds: number }[] = [
  { names: /^(ms|msecs?|millis|milliseconds?)$/, milliseconds: 1 },
  { names: /^(s|secs?|seconds?)$/, milliseconds: second },
  { names: /^(m|mins?|minutes?)$/, milliseconds: minute },
  { names: /^(h|hrs?|hours?)$/, milliseconds: hour },
  { names: /^(d|days?)$/, milliseconds: day },
  { names: /^(w|wks?|weeks?)$/, milliseconds: week },
]
