import { shareSubjectsRequired, type GivenShare, type shareDays } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { useSubmission, type FormFieldErrors } from '../../layout/drafts/use-submission.ts'
import { useSubjectPicker, type GrantSubject } from '../../layout/grants/use-subject-picker.ts'
import { PersonRefused } from '../../layout/people/use-people-picking.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useShareChanges } from './use-shares.ts'

type Days = (typeof shareDays)[number]

interface ShareChoice {
  subjects: readonly GrantSubject[]
  /** Id of the last shared message; null for the last answer; empty for an earlier one that is not chosen yet. */
  message_id: string | null
  days: Days
}

const initialChoice: ShareChoice = { subjects: [], message_id: null, days: 30 }

interface ShareFailure {
  sentence: string | null
  /** Error of the field of the last message. */
  message?: string
}

export type ShareForm = ReturnType<typeof useShareForm>

/** State and submission of the form of a share. What was chosen is kept when a call fails. */
export function useShareForm(conversation_id: string, onShared: (share: GivenShare) => void) {
  const [choice, setChoice] = useState<ShareChoice>(initialChoice)
  const { create } = useShareChanges()
  const announce = useAnnounce()
  const picker = useSubjectPicker({
    chosen: choice.subjects,
    onAdd(subject) {
      setChoice((previous) => ({ ...previous, subjects: [...previous.subjects, subject] }))
      clearRefusal()
    },
    isOwner: true,
  })
  const isBegun = choice.subjects.length > 0 || picker.isTyping
  const { errors, failure, dismissFailure, clearErrors, ...form } = useSubmission<'subjects' | 'message', GivenShare, ShareFailure>({
    check: () => missingOf(isBegun, choice),
    async send() {
      const typedPeople = await picker.resolveTyped()
      if (typedPeople === null) throw new PersonRefused()
      const subjects = [...choice.subjects, ...typedPeople]
      const { message_id, days } = choice
      const ids = (kind: GrantSubject['kind']) => subjects.filter((subject) => subject.kind === kind).map(({ id }) => id)
      const body = { teams: ids('team'), people: ids('user'), days, ...(message_id !== null && { message_id }) }
      return create.mutateAsync({ id: conversation_id, body })
    },
    onDone(share) {
      setChoice(initialChoice)
      announce('Conversation partagée')
      onShared(share)
    },
    describe: failureOf,
  })
  function clearRefusal() {
    dismissFailure()
    clearErrors()
  }
  function set(changes: Partial<ShareChoice>) {
    setChoice((previous) => ({ ...previous, ...changes }))
    clearRefusal()
  }
  return {
    ...form,
    failure: failure?.sentence,
    errors: { subjects: errors.subjects, message: errors.message ?? failure?.message },
    choice,
    set,
    picking: picker,
    isBegun,
  }
}

/** Returns the error of a missing choice. @param isBegun somebody is chosen, or their name is typed */
function missingOf(isBegun: boolean, { message_id }: ShareChoice): FormFieldErrors<'subjects' | 'message'> {
  if (!isBegun) return { subjects: shareSubjectsRequired }
  return message_id === '' ? { message: 'Choisissez la dernière réponse à partager' } : {}
}

function failureOf(error: unknown): ShareFailure | null {
  // The field of the people shows the refusal.
  if (error instanceof PersonRefused) return null
  if (!(error instanceof ApiError)) return { sentence: failureSentence }
  if (error.code === 'request.not_found') return { sentence: 'Cette conversation n’existe plus\u00a0: elle a été supprimée dans une autre fenêtre.' }
  if (error.code === 'shares.message_gone') return { sentence: null, message: error.message }
  return { sentence: sentenceOf(error, failureSentence) }
}

const failureSentence = 'La conversation n’a pas pu être partagée. Rien de ce que vous avez choisi n’est perdu.'
