import type { ConcurrentChange } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { saveDraft, readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/browser.ts'
import { changedSince, isSame, parseStoredForm, serialiseForm } from './form-draft.ts'
import { useUnsaved } from './use-unsaved.ts'

export interface FormDraft<Values extends object> {
  values: Values
  /** Values with which the form was opened. Fields equal to them have not been edited. */
  base: Values
  set: (changes: Partial<Values>) => void
  /** Whether the form has unsaved changes. */
  isChanged: boolean
  /** Whether the values come from an earlier visit that ended without saving (reload, expired session). */
  isResumed: boolean
  /**
   * Continues with the values just saved, in a form that stays open. Changes typed since `sentValues` was sent stay, unsaved.
   * @param version `updated_at` of the object, if its writes are under an optimistic lock
   */
  continueFrom: (savedValues: Values, sentValues: Values, version?: string) => void
  /** Resets the form to the saved values. */
  restart: () => void
  /** Closes the form, at once or after the person has agreed to lose the changes. */
  confirmClose: (close: () => void) => void
  /**
   * Saves with an optimistic lock. If another person has changed the same fields meanwhile, sets `conflict` and rethrows. A change of other fields is no
   * conflict: the save is repeated.
   */
  save: <Answer>(send: (expected_updated_at: string | undefined) => Promise<Answer>) => Promise<Answer>
  conflict: EditConflict<Values> | null
  /** Makes the next save replace the other person's version. */
  overwriteTheirs: () => void
  showTheirs: () => void
  restoreMine: () => void
}

interface EditConflict<Values> {
  savedVersion: ConcurrentChange
  theirs: Values
  mine: Values
  /** Whether the form shows the other person's version, while the user's own is set aside, unsaved. */
  showsTheirs: boolean
}

/** Storage key of the unsaved form `name` of a user. */
export const draftKey = (user_id: string, name: string): string => `${user_id}.form.${name}`

/**
 * State of a form. Unsaved changes are stored in this tab until they are saved or discarded, and never overwrite a version that another person saved
 * meanwhile.
 * @param name name of the form and of the object that it edits
 * @param savedValues initial values
 * @param version `updated_at` of the object; none for a new one
 */
export function useFormDraft<Values extends object>(name: string, savedValues: Values, version?: string): FormDraft<Values> {
  const { id } = useUser()
  const key = draftKey(id, name)
  const [resumedForm] = useState(() => parseStoredForm<Values>(readDraft(key), savedValues))
  const [values, setValues] = useState(resumedForm?.values ?? savedValues)
  const [base, setBase] = useState({ values: resumedForm?.base ?? savedValues, version: resumedForm ? resumedForm.version : version })
  const [isResumed, setResumed] = useState(resumedForm !== null)
  const [conflict, setConflict] = useState<EditConflict<Values> | null>(null)
  // A ref, because a save may follow `overwriteTheirs` before the next render.
  const expectedVersion = useRef(base.version)
  const isChanged = !isSame(values, base.values)
  const unsaved = isChanged ? values : conflict?.showsTheirs ? conflict.mine : null
  useEffect(() => saveDraft(key, unsaved === null ? '' : serialiseForm({ values: unsaved, base: base.values, version: base.version })), [key, unsaved, base])
  const clearStored = () => saveDraft(key, '')
  const confirmClose = useUnsaved(unsaved !== null, clearStored)

  function rebase(next: Values, at: string | undefined) {
    expectedVersion.current = at
    setBase({ values: next, version: at })
  }

  async function save<Answer>(send: (expected_updated_at: string | undefined) => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await send(expectedVersion.current)
      clearStored()
      setConflict(null)
      return answer
    } catch (error) {
      const savedVersion = error instanceof ApiError ? error.changed : null
      if (savedVersion === null) throw error
      const theirValues = pick(savedVersion.current, base.values)
      if (isSame(theirValues, base.values)) {
        // The other person changed fields that this form does not edit.
        expectedVersion.current = savedVersion.at
        return save(send)
      }
      setConflict({ savedVersion, theirs: theirValues, mine: values, showsTheirs: false })
      throw error
    }
  }

  return {
    values,
    base: base.values,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    isChanged,
    isResumed,
    continueFrom(next, sentValues, nextVersion) {
      rebase(next, nextVersion)
      setValues((now) => ({ ...next, ...changedSince(now, sentValues) }))
      setResumed(false)
    },
    restart() {
      rebase(savedValues, version)
      setValues(savedValues)
      setResumed(false)
    },
    confirmClose,
    save,
    conflict,
    overwriteTheirs() {
      if (conflict === null) return
      rebase(conflict.theirs, conflict.savedVersion.at)
      setConflict(null)
    },
    showTheirs() {
      if (conflict === null) return
      rebase(conflict.theirs, conflict.savedVersion.at)
      setValues(conflict.theirs)
      setConflict({ ...conflict, mine: values, showsTheirs: true })
    },
    restoreMine() {
      if (conflict === null) return
      setValues(conflict.mine)
      setConflict(null)
    },
  }
}

const pick = <Values extends object>(from: Record<string, unknown>, names: Values): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name]])) as Values
