import type { GivenShare, shareDays } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { useSubjectPicker, type GrantSubject } from '../../layout/grants/use-subject-picker.ts'
import { useShareChanges } from './use-shares.ts'

type Days = (typeof shareDays)[number]

interface ShareChoice {
  subjects: readonly GrantSubject[]
  /** Id of the last shared message; null for the last answer; empty for an earlier one that is not chosen yet. */
  message_id: string | null
  days: Days
}

const initialChoice: ShareChoice = { subjects: [], message_id: null, days: 30 }

interface ShareRefusal {
  sentence: string | null
  subjects?: string | undefined
  message?: string | undefined
}

export type ShareForm = ReturnType<typeof useShareForm>

/** State and submission of the form of a share. What was chosen is kept when a call fails. */
export function useShareForm(conversation_id: string) {
  const [choice, setChoice] = useState<ShareChoice>(initialChoice)
  const [refusal, setRefusal] = useState<ShareRefusal>({ sentence: null })
  const [isSaving, setSaving] = useState(false)
  const { create } = useShareChanges()
  const set = (changes: Partial<ShareChoice>) => {
    setChoice((former) => ({ ...former, ...changes }))
    setRefusal({ sentence: null })
  }
  const picking = useSubjectPicker({
    chosen: choice.subjects,
    onAdd(subject) {
      setChoice((former) => ({ ...former, subjects: [...former.subjects, subject] }))
      setRefusal({ sentence: null })
    },
    isOwner: true,
  })
  const isBegun = choice.subjects.length > 0 || picking.isTyping
  async function send(): Promise<GivenShare | null> {
    const more = await picking.resolveTyped()
    if (more === null) return null
    const subjects = [...choice.subjects, ...more]
    try {
      const { message_id, days } = choice
      const ids = (kind: GrantSubject['kind']) => subjects.filter((one) => one.kind === kind).map(({ id }) => id)
      const body = { teams: ids('team'), people: ids('user'), days, ...(message_id !== null && { message_id }) }
      const share = await create.mutateAsync({ id: conversation_id, body })
      setChoice(initialChoice)
      return share
    } catch (error) {
      setRefusal(refusalOf(error))
      return null
    }
  }
  return {
    choice,
    refusal,
    set,
    isSaving,
    picking,
    isBegun,
    /** @returns null when the share is refused */
    async share(): Promise<GivenShare | null> {
      const missing = missingOf(isBegun, choice)
      setRefusal(missing ?? { sentence: null })
      if (missing !== null) return null
      // Set before the names are looked up: the form must not be closed or changed meanwhile.
      setSaving(true)
      try {
        return await send()
      } finally {
        setSaving(false)
      }
    },
  }
}

/** Returns the error of a missing choice; null when there is none. @param isBegun somebody is chosen, or their name is typed */
function missingOf(isBegun: boolean, { message_id }: ShareChoice): ShareRefusal | null {
  if (!isBegun) return { sentence: null, subjects: 'Choisissez au moins un service ou une personne' }
  return message_id === '' ? { sentence: null, message: 'Choisissez la dernière réponse à partager' } : null
}

function refusalOf(error: unknown): ShareRefusal {
  if (!(error instanceof ApiError)) return { sentence: failureSentence }
  if (error.code === 'request.not_found') return { sentence: 'Cette conversation n’existe plus\u00a0: elle a été supprimée dans une autre fenêtre.' }
  if (error.code === 'shares.message_gone') return { sentence: null, message: error.message }
  return { sentence: sentenceOf(error, failureSentence) }
}

const failureSentence = 'La conversation n’a pas pu être partagée. Rien de ce que vous avez choisi n’est perdu.'
