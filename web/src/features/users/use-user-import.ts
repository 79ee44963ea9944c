import { importLimits, routes, type ImportOutcome } from '@parvis/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { beginRun, nextLot, outcomesOf, settle, type Run } from './import-run.ts'
import { describeUserError } from './user-errors.ts'
import { fileRefusals, readUsersFile } from './users-file.ts'

/** Where an import is. Nothing is written before `running`. */
export type ImportStep =
  | { kind: 'choosing'; refusal: string | null }
  | { kind: 'reading' }
  | { kind: 'planned'; fileName: string; rows: readonly ImportOutcome[]; ignored: readonly string[] }
  | { kind: 'running'; done: number; total: number }
  /** `failure`: it stopped before its end, and may go on. */
  | { kind: 'done'; rows: readonly ImportOutcome[]; failure: string | null }

const choosing = (refusal: string | null = null): ImportStep => ({ kind: 'choosing', refusal })

/** A file of accounts is chosen, looked at, then applied a few rows at a time. */
export function useUserImport() {
  const cache = useQueryClient()
  const [step, setStep] = useState<ImportStep>(choosing)
  const [run, setRun] = useState<Run | null>(null)

  async function choose(file: File): Promise<void> {
    if (file.size > importLimits.bytes) return setStep(choosing(fileRefusals.tooLarge))
    setStep({ kind: 'reading' })
    try {
      const read = readUsersFile(new Uint8Array(await file.arrayBuffer()))
      if ('refusal' in read) return setStep(choosing(read.refusal))
      const { rows } = await call(routes.users.previewImport, { body: { rows: read.rows } })
      setStep({ kind: 'planned', fileName: file.name, rows, ignored: read.ignored })
    } catch (error) {
      setStep(choosing(`Le fichier n’a pas pu être vérifié, et rien n’a été créé. ${describeUserError(error)}`))
    }
  }

  async function proceed(from: Run, invite: boolean): Promise<void> {
    let current = from
    const total = current.left.length
    let failure: string | null = null
    while (current.left.length > 0 && failure === null) {
      setStep({ kind: 'running', done: total - current.left.length, total })
      try {
        const rows = nextLot(current).map(({ line, email, username, first_name, last_name }) => ({ line, email, username, first_name, last_name }))
        const answer = await call(routes.users.import, { body: { rows, invite } })
        current = settle(current, answer.rows)
      } catch (error) {
        failure = describeUserError(error)
      }
    }
    setRun(current)
    setStep({ kind: 'done', rows: outcomesOf(current), failure })
    void cache.invalidateQueries({ queryKey: ['users'] })
  }

  return {
    step,
    choose,
    restart: () => setStep(choosing()),
    apply: (invite: boolean) => (step.kind === 'planned' ? proceed(beginRun(step.rows), invite) : undefined),
    resume: (invite: boolean) => (run === null ? undefined : proceed(run, invite)),
  }
}
