import type { KeptSince } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { keepDraft, readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session/session.tsx'
import { changedSince, isSame, readKept, writeKept } from './form-draft.ts'
import { useUnsaved } from './use-unsaved.ts'

export interface FormDraft<Values extends object> {
  values: Values
  /** What the person began from: what they did not change is no business of theirs. */
  base: Values
  set: (changes: Partial<Values>) => void
  /** Something on the screen is not saved. */
  isChanged: boolean
  /** The values come from an earlier visit of the form, which ended without a saving: a reload, a session that was over. */
  isResumed: boolean
  /** The form stays open with what was just saved: what was typed since `sent` was sent stays too, and is not saved. */
  startFrom: (saved: Values, sent: Values) => void
  /** Goes back to what is saved. */
  restart: () => void
  /** Closes the form: at once, or after the person agreed to lose what they typed. */
  leave: (close: () => void) => void
  /** Saves. Where somebody else saved other values since, nothing is replaced: `conflict` says what they are. */
  save: <Answer>(send: (expected_updated_at: string | undefined) => Promise<Answer>) => Promise<Answer>
  conflict: Conflict<Values> | null
  /** The next saving takes the place of what somebody else saved. */
  keepMine: () => void
  takeTheirs: () => void
  takeMineAgain: () => void
}

export interface Conflict<Values> {
  kept: KeptSince
  theirs: Values
  mine: Values
  /** The form shows theirs; one's own text waits, and is not saved. */
  isTaken: boolean
}

/** Under which a tab keeps what a person types in the form of that name. */
export const draftKey = (user_id: string, name: string): string => `${user_id}.form.${name}`

/**
 * What a person types in a form, kept in this tab until it is saved or left on purpose, and never written over what another saved meanwhile.
 * @param name of the form and of what it changes
 * @param saved what the form begins with
 * @param version `updated_at` of what it changes; none for something new
 */
export function useFormDraft<Values extends object>(name: string, saved: Values, version?: string): FormDraft<Values> {
  const { id } = useUser()
  const key = draftKey(id, name)
  const [resumed] = useState(() => readKept<Values>(readDraft(key), saved))
  const [values, setValues] = useState(resumed?.values ?? saved)
  const [base, setBase] = useState({ values: resumed?.base ?? saved, version: resumed ? resumed.version : version })
  const [isResumed, setResumed] = useState(resumed !== null)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  // A saving that follows at once must know what has just been chosen.
  const expected = useRef(base.version)
  const isChanged = !isSame(values, base.values)
  const unsaved = isChanged ? values : conflict?.isTaken ? conflict.mine : null
  useEffect(() => keepDraft(key, unsaved === null ? '' : writeKept({ values: unsaved, base: base.values, version: base.version })), [key, unsaved, base])
  const forget = () => keepDraft(key, '')
  const leave = useUnsaved(unsaved !== null, forget)

  function rebase(next: Values, at: string | undefined) {
    expected.current = at
    setBase({ values: next, version: at })
  }

  async function save<Answer>(send: (expected_updated_at: string | undefined) => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await send(expected.current)
      forget()
      return answer
    } catch (error) {
      const kept = error instanceof ApiError ? error.changed : null
      if (kept === null) throw error
      const theirs = pick(kept.current, base.values)
      if (isSame(theirs, base.values)) {
        // What changed is not what this form writes.
        expected.current = kept.at
        return save(send)
      }
      setConflict({ kept, theirs, mine: values, isTaken: false })
      throw error
    }
  }

  return {
    values,
    base: base.values,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    isChanged,
    isResumed,
    startFrom(next, sent) {
      rebase(next, undefined)
      setValues((now) => ({ ...next, ...changedSince(now, sent) }))
      setResumed(false)
    },
    restart() {
      rebase(saved, version)
      setValues(saved)
      setResumed(false)
    },
    leave,
    save,
    conflict,
    keepMine() {
      if (conflict === null) return
      rebase(conflict.theirs, conflict.kept.at)
      setConflict(null)
    },
    takeTheirs() {
      if (conflict === null) return
      rebase(conflict.theirs, conflict.kept.at)
      setValues(conflict.theirs)
      setConflict({ ...conflict, mine: values, isTaken: true })
    },
    takeMineAgain() {
      if (conflict === null) return
      setValues(conflict.mine)
      setConflict(null)
    },
  }
}

const pick = <Values extends object>(from: Record<string, unknown>, names: Values): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name]])) as Values
