import { importLimits, routes } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { invalidate } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { beginRun, runImport, finalRows, type ImportRow, type ImportRun } from './import-run.ts'
import { describeUserError } from '../user-errors.ts'
import { fileRefusals, readUsersFile } from './users-file.ts'

/** Step of an import. Nothing is written before `running`. */
export type ImportStep =
  | { kind: 'choosing'; refusal: string | null }
  | { kind: 'reading' }
  | { kind: 'planned'; fileName: string; rows: readonly ImportRow[]; ignored: readonly string[]; newTeams: readonly string[] }
  | { kind: 'running'; done: number; total: number }
  /** `failure`: sentence when the import stopped before its end and can be resumed. */
  | { kind: 'done'; rows: readonly ImportRow[]; failure: string | null }

const choosing = (refusal: string | null = null): ImportStep => ({ kind: 'choosing', refusal })

/** State of an import: choose a file, preview it, apply it a few rows at a time. */
export function useUserImport() {
  const [step, setStep] = useState<ImportStep>(choosing)
  const [run, setRun] = useState<ImportRun | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function choose(file: File): Promise<void> {
    if (file.size > importLimits.bytes) return setStep(choosing(fileRefusals.tooLarge))
    setStep({ kind: 'reading' })
    try {
      const read = readUsersFile(new Uint8Array(await file.arrayBuffer()))
      if ('refusal' in read) return setStep(choosing(read.refusal))
      const { rows, new_teams: newTeams } = await call(routes.users.previewImport, { body: { rows: read.rows } })
      setRun(beginRun(rows))
      setStep({ kind: 'planned', fileName: file.name, rows, ignored: read.ignored, newTeams })
    } catch (error) {
      setStep(choosing(`Le fichier n’a pas pu être vérifié, et rien n’a été créé. ${describeUserError(error)}`))
    }
  }

  async function proceed(invite: boolean): Promise<void> {
    if (run === null) return
    const { run: reached, error } = await runImport(run, {
      invite,
      send: async (rows) => (await call(routes.users.import, { body: { rows, invite } })).rows,
      isAborted: () => isLeft.current,
      onProgress: (done, total) => setStep({ kind: 'running', done, total }),
    })
    setRun(reached)
    setStep({ kind: 'done', rows: finalRows(reached), failure: error === undefined ? null : describeUserError(error) })
    void invalidate(routes.users.import)
  }

  return {
    step,
    choose,
    restart: () => setStep(choosing()),
    /** Starts the previewed import, or resumes one that stopped. */
    proceed,
  }
}
