import { dayNumber } from '../../ui/words/formats.ts'

interface DayGroup<Row> {
  /** Number of the calendar day, unique in a list. */
  day: number
  /** « Aujourd’hui », « Hier », « Jeudi 26 novembre », then « 12 novembre 2026 ». */
  title: string
  rows: readonly Row[]
}

/** Groups consecutive rows by calendar day of their last activity, in the time zone of the browser. */
export function groupByDay<Row extends { updated_at: string }>(rows: readonly Row[], now: Date = new Date()): DayGroup<Row>[] {
  const groups: { day: number; title: string; rows: Row[] }[] = []
  for (const row of rows) {
    const date = new Date(row.updated_at)
    // A server clock that runs ahead must not give a day of tomorrow.
    const day = Math.min(dayNumber(date), dayNumber(now))
    const last = groups.at(-1)
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, title: titleOf(date, dayNumber(now) - day), rows: [row] })
  }
  return groups
}

/** @param days calendar days since then */
function titleOf(date: Date, days: number): string {
  if (days === 0) return 'Aujourd’hui'
  if (days === 1) return 'Hier'
  const words = (days < 7 ? weekday : fullDate).format(date).replace(/(^|\s)1 /, '$11er\u00a0')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long' })
const fullDate = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' })
