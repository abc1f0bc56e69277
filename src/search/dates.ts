/** The months and days that a question names: `in March 2025`, `2025-01`, `2025-01-21`. */

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
// `may` and `march` are ordinary words too: a month is written with a capital, or with its year.
const NAMED = new RegExp(
  `\\b(${MONTHS.join('|')})\\b(?:\\s+\\d{1,2}\\b)?(?:,?\\s+((?:19|20)\\d\\d)\\b)?`,
  'gi',
)
const WRITTEN = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01]))?\b/g

export interface NamedDate {
  year: number | undefined
  /** From 1. */
  month: number
  day: number | undefined
}

export function datesIn(text: string): NamedDate[] {
  const dates: NamedDate[] = []
  const lower = text.toLowerCase()
  // Few questions name a month, and compiling the expression takes longer than looking for the names.
  const named = MONTHS.some((month) => lower.includes(month)) ? text.matchAll(NAMED) : []
  for (const [, name, year] of named) {
    const capital = name![0] !== name![0]!.toLowerCase()
    if (!capital && year === undefined) continue
    const month = MONTHS.indexOf(name!.toLowerCase()) + 1
    dates.push({ year: year === undefined ? undefined : Number(year), month, day: undefined })
  }
  for (const [, year, month, day] of text.matchAll(WRITTEN)) {
    dates.push({ year: Number(year), month: Number(month), day: day === undefined ? undefined : Number(day) })
  }
  return dates
}

/** Whether a time in seconds falls on one of the dates, in UTC as times are stored. */
export function fallsOn(dates: readonly NamedDate[], seconds: number): boolean {
  if (dates.length === 0) return false
  const time = new Date(seconds * 1000)
  return dates.some(
    ({ year, month, day }) =>
      time.getUTCMonth() + 1 === month &&
      (year === undefined || time.getUTCFullYear() === year) &&
      (day === undefined || time.getUTCDate() === day),
  )
}
