import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'

export interface AccountToAdd {
  typed: string
  refusal: string | null
  isPending: boolean
  set: (typed: string) => void
  add: () => Promise<object | null>
}

/**
 * A person who is being added by their exact name or address: what is typed, why it was refused, that it is under way.
 * @param take resolves to who it is, or to the sentence of a refusal; what it throws is said beside the field too
 * @param failed what is said where the refusal says nothing
 */
export function useAccountToAdd<T extends object>(take: (account: string) => Promise<T | string>, failed: string) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const announce = useAnnounce()

  // The focus is in the field already: what is written under it would not be read aloud.
  function refuse(sentence: string): null {
    setRefusal(sentence)
    announce(sentence)
    return null
  }

  /** @returns null where nobody was added; what was typed stays */
  async function add(): Promise<T | null> {
    if (isPending) return null
    const account = typed.trim()
    if (account === '') return refuse('Donnez un nom d’utilisateur ou une adresse e-mail')
    setPending(true)
    setRefusal(null)
    try {
      const taken = await take(account)
      if (typeof taken === 'string') return refuse(taken)
      setTyped('')
      return taken
    } catch (error) {
      return refuse((error instanceof ApiError && error.fields['account']) || sentenceOf(error, failed))
    } finally {
      setPending(false)
    }
  }

  return {
    typed,
    refusal,
    isPending,
    set(next: string) {
      setTyped(next)
      setRefusal(null)
    },
    add,
    /** Who is still in the field, when all is to be saved: added too. @returns null where they were refused */
    rest: async (): Promise<readonly T[] | null> => {
      if (typed.trim() === '') return []
      const taken = await add()
      return taken && [taken]
    },
  }
}
