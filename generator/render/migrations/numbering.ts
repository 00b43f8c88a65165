/** How the files of a folder are numbered, and where the next number starts. */
export interface Numbering {
  /** The number of the first new file, as it is written: `0002`, `20240504101530`. */
  readonly next: string
  /** The number after another one. */
  readonly after: (digits: string) => string
  readonly separator: '_' | '-'
}

/**
 * Continues the style of the folder's last file: a counter of the same width, or a timestamp of the same form, which is
 * `now` or, if that is not later, the last one and the smallest step. Migration tools refuse a new file that sorts
 * before one they have run. A folder without numbered files gets `0001`.
 */
export function continueNumbering(fileNames: readonly string[], now: Date): Numbering {
  const last = lastNumbered(fileNames)
  if (last === undefined) return { next: '0001', after: increment, separator: '_' }
  const form = timestampForms.find((candidate) => candidate.read(last.digits) !== undefined)
  if (form === undefined) return { next: increment(last.digits), after: increment, separator: last.separator }
  const after = (digits: string) => form.write((form.read(digits) ?? 0) + form.stepMs)
  const current = form.write(now.getTime())
  return { next: current > last.digits ? current : after(last.digits), after, separator: last.separator }
}

interface Numbered {
  readonly digits: string
  readonly separator: '_' | '-'
}

function lastNumbered(fileNames: readonly string[]): Numbered | undefined {
  const numbered = fileNames.flatMap((name): readonly Numbered[] => {
    const [, digits = '', separator] = /^(\d+)([_-]).*\.\w+$/.exec(name) ?? []
    return separator === '_' || separator === '-' ? [{ digits, separator }] : []
  })
  return numbered.reduce<Numbered | undefined>((last, candidate) => {
    return last === undefined || BigInt(candidate.digits) >= BigInt(last.digits) ? candidate : last
  }, undefined)
}

/** The next counter, as wide as the last. */
function increment(digits: string): string {
  return String(BigInt(digits) + 1n).padStart(digits.length, '0')
}

/** A way to write a time as digits. */
interface TimestampForm {
  /** Milliseconds since 1970; undefined for digits that are no such time. */
  readonly read: (digits: string) => number | undefined
  readonly write: (time: number) => string
  readonly stepMs: number
}

const day = 86_400_000

/** The forms that migration tools write; all in UTC. */
const timestampForms: readonly TimestampForm[] = [
  calendarForm(17, 1), // 20240504101530123: node-pg-migrate, utc
  calendarForm(14, 1_000), // 20240504101530: dbmate
  calendarForm(12, 60_000),
  calendarForm(10, 3_600_000),
  calendarForm(8, day),
  epochForm(13, 1), // 1714817730123: node-pg-migrate
  epochForm(10, 1_000),
]

/** The first digits of `20240504101530123`. */
function calendarForm(length: number, stepMs: number): TimestampForm {
  const write = (time: number) => new Date(time).toISOString().replace(/\D/g, '').slice(0, length)
  return {
    stepMs,
    write,
    read(digits) {
      if (digits.length !== length || !/^(19|20|21)/.test(digits)) return undefined
      const full = digits + '00000101000000000'.slice(length)
      const [, year, month, date, hours, minutes, seconds, rest] =
        /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(full) ?? []
      const time = Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}.${rest}Z`)
      // 31 February is read as a day in March: such digits are a counter.
      return !Number.isNaN(time) && write(time) === digits ? time : undefined
    },
  }
}

/** Time since 1970 in units of `stepMs`, from 2001 on. */
function epochForm(length: number, stepMs: number): TimestampForm {
  return {
    stepMs,
    write: (time) => String(Math.floor(time / stepMs)),
    read: (digits) => (digits.length === length && digits.startsWith('1') ? Number(digits) * stepMs : undefined),
  }
}
