import type { GivenShare, shareDays } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { namedPeople } from './share-words.ts'
import { useShareChanges } from './use-shares.ts'

type Days = (typeof shareDays)[number]

interface Choice {
  teams: readonly string[]
  people: readonly string[]
  /** In the field, and not in the list yet. */
  typed: string
  /** The message up to which it is shared; null: the last answer; empty: an earlier one, still to be chosen. */
  message_id: string | null
  days: Days
}

const nothing: Choice = { teams: [], people: [], typed: '', message_id: null, days: 30 }

interface Refusal {
  sentence: string | null
  teams?: string | undefined
  people?: string | undefined
  message?: string | undefined
}

export type ShareForm = ReturnType<typeof useShareForm>

/** Whom a conversation is to be shared with, and until when. What is refused stays as it was chosen. */
export function useShareForm(conversation_id: string) {
  const [choice, setChoice] = useState<Choice>(nothing)
  const [refusal, setRefusal] = useState<Refusal>({ sentence: null })
  const { create } = useShareChanges()
  const set = (changes: Partial<Choice>) => {
    setChoice((former) => ({ ...former, ...changes }))
    setRefusal({ sentence: null })
  }
  return {
    choice,
    refusal,
    set,
    isSaving: create.isPending,
    isBegun: choice.teams.length > 0 || namedPeople(choice).length > 0,
    /** Puts what is in the field in the list. */
    add() {
      if (choice.typed.trim() !== '') set({ people: namedPeople(choice), typed: '' })
    },
    /** @returns null where it was refused */
    async share(): Promise<GivenShare | null> {
      const people = namedPeople(choice)
      if (choice.teams.length + people.length === 0) {
        setRefusal({ sentence: null, people: 'Choisissez au moins un service ou une personne' })
        return null
      }
      if (choice.message_id === '') {
        setRefusal({ sentence: null, message: 'Choisissez la dernière réponse à partager' })
        return null
      }
      setRefusal({ sentence: null })
      try {
        const { message_id, teams, days } = choice
        const body = { teams: [...teams], people, days, ...(message_id !== null && { message_id }) }
        const share = await create.mutateAsync({ id: conversation_id, body })
        setChoice(nothing)
        return share
      } catch (error) {
        setRefusal(refusalOf(error))
        return null
      }
    },
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { sentence: failed }
  if (error.code === 'request.not_found') return { sentence: 'Cette conversation n’existe plus\u00a0: elle a été supprimée dans une autre fenêtre.' }
  const { teams, people } = error.fields
  if (error.code === 'shares.message_gone') return { sentence: null, message: error.message }
  return { sentence: teams || people ? null : sentenceOf(error, failed), teams, people }
}

const failed = 'La conversation n’a pas pu être partagée. Rien de ce que vous avez choisi n’est perdu.'
