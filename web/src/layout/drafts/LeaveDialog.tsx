import { useEffect, useState } from 'react'
import { leaving, type Leaving, type LeaveWords } from '../../router/leaving.ts'
import { loadModal } from '../../ui/overlays/Modal.tsx'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

const load = async () => (await Promise.all([import('./LeaveQuestion.tsx'), loadModal()]))[0].LeaveQuestion

/** Loads the dialog in advance, as the network may be unavailable when it is needed. */
export const prepareLeaveQuestion = (): void => void load().catch(() => {})

interface Asked {
  Question: (props: LeaveQuestionProps) => React.ReactNode
  words: LeaveWords | undefined
  leave: () => void
}

/** Asks for confirmation before unsaved changes are lost through a link, the back button, Escape or « Annuler ». */
export function LeaveDialog() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    const ask = (event: Event) => {
      const { leave, words } = (event as CustomEvent<Leaving>).detail
      load().then(
        (Question) => setAsked({ Question, words, leave }),
        // The dialog cannot be loaded: the browser's own confirmation is used.
        () => window.confirm(words ? `${words.title} ${words.sentence}` : 'Quitter sans enregistrer\u00a0?') && leave(),
      )
    }
    window.addEventListener(leaving, ask)
    return () => window.removeEventListener(leaving, ask)
  }, [])
  return asked && <asked.Question words={asked.words} leave={asked.leave} onClose={() => setAsked(null)} />
}
