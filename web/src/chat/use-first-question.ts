import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraft } from './composer/use-draft.ts'
import { forgetHandedFiles, handedFiles } from './files/handed-files.ts'

/** First message and files of a conversation, in the history state of the address. */
export interface FirstQuestion {
  /** Draft that holds the question until it is asked. */
  draftKey: string
  question: string
  /** Number of files that go with it. */
  files?: number
}

/** Files of the first question. A page that is loaded again has lost them: `isLost`. */
export function useFirstFiles(asked: FirstQuestion | null): { files: readonly File[]; isLost: boolean } {
  const [files] = useState(() => handedFiles({ question: asked?.question ?? '' }))
  return { files, isLost: (asked?.files ?? 0) > files.length }
}

/** Asks, once, the question that a conversation begins with; null: none. */
export function useFirstQuestion(asked: FirstQuestion | null, isReady: boolean, ask: (question: string) => void): void {
  const isAsked = useRef(false)
  const [, setDraft] = useDraft(asked?.draftKey ?? 'home')
  const askOnce = useEffectEvent(() => {
    if (asked === null || isAsked.current) return
    isAsked.current = true
    ask(asked.question)
    // It was in its field until now, with its files.
    setDraft('')
    forgetHandedFiles()
  })
  useEffect(() => {
    if (isReady) askOnce()
  }, [isReady])
}

/** Said where the files of the first question are lost. */
export const lostFilesSentence = 'Vos fichiers n’ont pas suivi\u00a0: joignez-les de nouveau, puis envoyez votre message.'
