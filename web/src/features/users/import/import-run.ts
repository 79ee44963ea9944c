import type { ImportedRow, ImportOutcome, ImportStatus } from '@parvis/contract'
import { ApiError } from '../../../api/transport/api-error.ts'

/** Number of accounts sent per call: small enough to show progress and not to delay other requests. */
export const rowsPerCall = 25

/** Outcome of a row: the server's, or that no response was received. */
export type RowStatus = ImportStatus | 'unanswered' | 'unsent'
export type ImportRow = Omit<ImportOutcome, 'status'> & { status: RowStatus }

/** Progress of an import: all the rows of the file, those already processed with the server's outcome. */
export interface ImportRun {
  rows: readonly ImportOutcome[]
  /** Indexes of the rows still to send. */
  remaining: readonly number[]
  /** Indexes of the rows that were sent without a response: their accounts may exist. */
  doubtfulLines: ReadonlySet<number>
}

/** Starts a run with only the rows whose preview is a creation or an addition to a team. */
export const beginRun = (plannedRows: readonly ImportOutcome[]): ImportRun => ({
  rows: plannedRows,
  remaining: plannedRows.flatMap(({ status }, index) => (status === 'created' || status === 'joined' ? [index] : [])),
  doubtfulLines: new Set(),
})

export const nextBatch = ({ rows, remaining }: ImportRun): ImportOutcome[] => remaining.slice(0, rowsPerCall).map((index) => rows[index]!)

/** Reason for an account that already exists after its row was sent without a response. */
const lateReason = (invite: boolean): string =>
  `Créé sans doute par un envoi dont la réponse s’est perdue${invite ? '' : '\u00a0: réinitialisez son mot de passe, que personne n’a'}`

/** Stores the outcomes of the next batch, in the order of its rows. */
export function applyAnswers({ rows, remaining, doubtfulLines }: ImportRun, answers: readonly ImportOutcome[], invite: boolean): ImportRun {
  const settledRows = [...rows]
  for (const [rank, index] of remaining.slice(0, rowsPerCall).entries()) {
    const answer = answers[rank] ?? settledRows[index]!
    settledRows[index] =
      answer.status === 'existing' && settledRows[index]!.status === 'created' && doubtfulLines.has(index)
        ? { ...answer, reason: answer.reason ?? lateReason(invite) }
        : answer
  }
  return { rows: settledRows, remaining: remaining.slice(rowsPerCall), doubtfulLines: doubtfulLines }
}

/** Whether it is unknown if the server ran the call: no response, a response of a proxy, or a server error. */
const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.code === 'http' || error.status >= 500

/** Returns the run after a failed batch: its rows become doubtful if the outcome is unknown. */
const markDoubtful = (run: ImportRun, error: unknown): ImportRun =>
  isUnanswered(error) ? { ...run, doubtfulLines: new Set([...run.doubtfulLines, ...run.remaining.slice(0, rowsPerCall)]) } : run

export interface ImportRunDeps {
  send: (rows: ImportedRow[]) => Promise<readonly ImportOutcome[]>
  invite: boolean
  /** Whether the page was left, so that nobody would see the outcome. */
  isAborted: () => boolean
  onProgress: (done: number, total: number) => void
}

/** Sends the remaining rows, until the end, the first failed batch, or the person leaving. */
export async function runImport(from: ImportRun, { send, invite, isAborted, onProgress }: ImportRunDeps): Promise<{ run: ImportRun; error?: unknown }> {
  const total = from.remaining.length
  let run = from
  while (run.remaining.length > 0 && !isAborted()) {
    onProgress(total - run.remaining.length, total)
    try {
      const rows = nextBatch(run).map(({ line, email, username, first_name, last_name, teams }) => ({
        line,
        email,
        username,
        first_name,
        last_name,
        teams: teams.join(' | '),
      }))
      run = applyAnswers(run, await send(rows), invite)
    } catch (error) {
      return { run: markDoubtful(run, error), error }
    }
  }
  return { run }
}

/** Returns all the rows with their final status: rows that were not processed are « unanswered » or « unsent ». */
export function finalRows({ rows, remaining, doubtfulLines }: ImportRun): ImportRow[] {
  const unsettled = new Set(remaining)
  return rows.map((row, index) => {
    if (!unsettled.has(index)) return row
    if (doubtfulLines.has(index)) return { ...row, status: 'unanswered', reason: 'Envoyée, mais la réponse s’est perdue\u00a0: reprenez l’import pour savoir' }
    return { ...row, status: 'unsent', reason: 'Pas encore envoyée\u00a0: l’import s’est arrêté avant elle' }
  })
}
