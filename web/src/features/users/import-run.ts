import type { ImportOutcome } from '@parvis/contract'

/** Accounts of one call: short enough to show how far it is, and for nobody to wait behind it. */
export const rowsPerCall = 25

/** How far an import is: every row of the file, those that were treated as the server answered them. */
export interface Run {
  rows: readonly ImportOutcome[]
  /** Ranks of the rows that are still to be sent. */
  left: readonly number[]
}

/** Only what the preview would create is sent. */
export const beginRun = (planned: readonly ImportOutcome[]): Run => ({
  rows: planned,
  left: planned.flatMap(({ status }, at) => (status === 'created' ? [at] : [])),
})

export const nextLot = ({ rows, left }: Run): ImportOutcome[] => left.slice(0, rowsPerCall).map((at) => rows[at]!)

/** The answers of the next lot, in its order. */
export function settle({ rows, left }: Run, answers: readonly ImportOutcome[]): Run {
  const settled = [...rows]
  for (const [rank, at] of left.slice(0, rowsPerCall).entries()) settled[at] = answers[rank] ?? settled[at]!
  return { rows: settled, left: left.slice(rowsPerCall) }
}

/** What is known once it stopped: a row that was not sent has no account. */
export const outcomesOf = ({ rows, left }: Run): ImportOutcome[] => {
  const unsent = new Set(left)
  return rows.map((row, at) => (unsent.has(at) ? { ...row, status: 'refused', reason: 'Pas encore envoyée\u00a0: l’import s’est arrêté avant elle' } : row))
}
