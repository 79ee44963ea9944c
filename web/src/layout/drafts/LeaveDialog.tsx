import { useEffect, useState } from 'react'
import { leaving, type Leaving, type LeaveWords } from '../../router/leaving.ts'
import { loadModal } from '../../ui/overlays/Modal.tsx'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

const load = async () => (await Promise.all([import('./LeaveQuestion.tsx'), loadModal()]))[0].LeaveQuestion

/** Has the question at hand before it is needed: by then the network may be away. */
export const prepareLeaveQuestion = (): void => void load().catch(() => {})

interface Asked {
  Question: (props: LeaveQuestionProps) => React.ReactNode
  words: LeaveWords | undefined
  leave: () => void
}

/** Asks once before a text that is not saved is left behind, whatever leaves it: a link, the browser's back, Escape, « Annuler ». */
export function LeaveDialog() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    const ask = (event: Event) => {
      const { leave, words } = (event as CustomEvent<Leaving>).detail
      load().then(
        (Question) => setAsked({ Question, words, leave }),
        // Its code cannot be had: the browser asks in its own way.
        () => window.confirm(words ? `${words.title} ${words.sentence}` : 'Quitter sans enregistrer\u00a0?') && leave(),
      )
    }
    window.addEventListener(leaving, ask)
    return () => window.removeEventListener(leaving, ask)
  }, [])
  return asked && <asked.Question words={asked.words} leave={asked.leave} onClose={() => setAsked(null)} />
}
