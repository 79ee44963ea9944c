// Without schemas: the pages need this function.

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, from the year 1 on. */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text)
  if (match === null || match[1] === '0000') return false
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  // Unlike `Date.UTC`, this setter takes years below 100 as they are.
  const found = new Date(0)
  found.setUTCFullYear(year, month - 1, date)
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === date
}
