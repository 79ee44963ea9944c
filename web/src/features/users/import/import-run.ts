import type { ImportedRow, ImportOutcome, ImportStatus } from '@parvis/contract'
import { ApiError } from '../../../api/transport/api-error.ts'

/** Accounts of one call: short enough to show how far it is, and for nobody to wait behind it. */
export const rowsPerCall = 25

/** What becomes of a row: what the server said, or that it said nothing. */
export type RowStatus = ImportStatus | 'unanswered' | 'unsent'
export type ImportRow = Omit<ImportOutcome, 'status'> & { status: RowStatus }

/** How far an import is: every row of the file, those that were treated as the server answered them. */
export interface Run {
  rows: readonly ImportOutcome[]
  /** Ranks of the rows that are still to be sent. */
  left: readonly number[]
  /** Ranks of those that were sent, and whose answer was lost: their accounts may exist. */
  doubtful: ReadonlySet<number>
}

/** Sends only the rows that the preview would create or put in a service. */
export const beginRun = (planned: readonly ImportOutcome[]): Run => ({
  rows: planned,
  left: planned.flatMap(({ status }, at) => (status === 'created' || status === 'joined' ? [at] : [])),
  doubtful: new Set(),
})

export const nextLot = ({ rows, left }: Run): ImportOutcome[] => left.slice(0, rowsPerCall).map((at) => rows[at]!)

/** An account that was there already, of a row that had been sent without an answer. */
const lateReason = (invite: boolean): string =>
  `Créé sans doute par un envoi dont la réponse s’est perdue${invite ? '' : '\u00a0: réinitialisez son mot de passe, que personne n’a'}`

/** The answers of the next lot, in its order. */
export function settle({ rows, left, doubtful }: Run, answers: readonly ImportOutcome[], invite: boolean): Run {
  const settled = [...rows]
  for (const [rank, at] of left.slice(0, rowsPerCall).entries()) {
    const answer = answers[rank] ?? settled[at]!
    settled[at] =
      answer.status === 'existing' && settled[at]!.status === 'created' && doubtful.has(at)
        ? { ...answer, reason: answer.reason ?? lateReason(invite) }
        : answer
  }
  return { rows: settled, left: left.slice(rowsPerCall), doubtful }
}

/** Nobody knows whether what was asked was done: nothing came back, or a proxy answered in the place of the server. */
const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.code === 'http' || error.status >= 500

/** The next lot came to nothing, as far as is known. */
export const doubt = (run: Run, error: unknown): Run =>
  isUnanswered(error) ? { ...run, doubtful: new Set([...run.doubtful, ...run.left.slice(0, rowsPerCall)]) } : run

export interface RunDeps {
  send: (rows: ImportedRow[]) => Promise<readonly ImportOutcome[]>
  invite: boolean
  /** There is nobody left to read what would be made. */
  isLeft: () => boolean
  onProgress: (done: number, total: number) => void
}

/** Sends what is left, until its end or the first lot that fails. */
export async function goThrough(from: Run, { send, invite, isLeft, onProgress }: RunDeps): Promise<{ run: Run; error?: unknown }> {
  const total = from.left.length
  let run = from
  while (run.left.length > 0 && !isLeft()) {
    onProgress(total - run.left.length, total)
    try {
      const rows = nextLot(run).map(({ line, email, username, first_name, last_name, teams }) => ({
        line,
        email,
        username,
        first_name,
        last_name,
        teams: teams.join(' | '),
      }))
      run = settle(run, await send(rows), invite)
    } catch (error) {
      return { run: doubt(run, error), error }
    }
  }
  return { run }
}

/** What is known once it stopped. */
export function outcomesOf({ rows, left, doubtful }: Run): ImportRow[] {
  const unsettled = new Set(left)
  return rows.map((row, at) => {
    if (!unsettled.has(at)) return row
    if (doubtful.has(at)) return { ...row, status: 'unanswered', reason: 'Envoyée, mais la réponse s’est perdue\u00a0: reprenez l’import pour savoir' }
    return { ...row, status: 'unsent', reason: 'Pas encore envoyée\u00a0: l’import s’est arrêté avant elle' }
  })
}
