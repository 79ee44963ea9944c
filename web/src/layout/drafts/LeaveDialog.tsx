import { useEffect, useState } from 'react'
import { leaveRequestedEvent, type LeaveRequest, type LeaveTexts } from '../../router/navigation-blocker.ts'
import { loadModal } from '../../ui/overlays/Modal.tsx'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

const load = async () => (await Promise.all([import('./LeaveQuestion.tsx'), loadModal()]))[0].LeaveQuestion

/** Loads the dialog in advance, as the network may be unavailable when it is needed. */
export const preloadLeaveQuestion = (): void => void load().catch(() => {})

interface LeaveQuestionState {
  Question: (props: LeaveQuestionProps) => React.ReactNode
  texts: LeaveTexts | undefined
  leave: () => void
}

/** Asks for confirmation before unsaved changes are lost through a link, the back button, Escape or « Annuler ». */
export function LeaveDialog() {
  const [question, setQuestion] = useState<LeaveQuestionState | null>(null)
  useEffect(() => {
    const showQuestion = (event: Event) => {
      const { leave, texts } = (event as CustomEvent<LeaveRequest>).detail
      load().then(
        (Question) => setQuestion({ Question, texts, leave }),
        // The dialog cannot be loaded: the browser's own confirmation is used.
        () => window.confirm(texts ? `${texts.title} ${texts.sentence}` : 'Quitter sans enregistrer\u00a0?') && leave(),
      )
    }
    window.addEventListener(leaveRequestedEvent, showQuestion)
    return () => window.removeEventListener(leaveRequestedEvent, showQuestion)
  }, [])
  return question && <question.Question texts={question.texts} leave={question.leave} onClose={() => setQuestion(null)} />
}
