import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraft } from './composer/use-composer-text.ts'
import { clearFirstFiles, storedFirstFiles } from './files/first-files.ts'

/** First question of a conversation, passed in the history state of the navigation. */
export interface FirstQuestion {
  /** Key of the draft in which the question is saved until it is sent. */
  draftKey: string
  question: string
  /** Number of files sent with it. */
  files?: number
}

/** Reads the files of the first question. A page reload loses them: `isLost` is then true. */
export function useFirstFiles(firstQuestion: FirstQuestion | null): { files: readonly File[]; isLost: boolean } {
  const [files] = useState(() => storedFirstFiles({ question: firstQuestion?.question ?? '' }))
  return { files, isLost: (firstQuestion?.files ?? 0) > files.length }
}

/** Calls `ask` once with the first question, when the conversation is ready, then clears its draft and its files. Does nothing if `firstQuestion` is null. */
export function useFirstQuestion(firstQuestion: FirstQuestion | null, isReady: boolean, ask: (question: string) => void): void {
  const isSent = useRef(false)
  const [, setDraft] = useDraft(firstQuestion?.draftKey ?? 'home')
  const askOnce = useEffectEvent(() => {
    if (firstQuestion === null || isSent.current) return
    isSent.current = true
    ask(firstQuestion.question)
    // Until now the question stayed in the field of the previous screen, with its files.
    setDraft('')
    clearFirstFiles()
  })
  useEffect(() => {
    if (isReady) askOnce()
  }, [isReady])
}

/** Notice shown when a page reload has lost the files of the first question. */
export const lostFilesSentence = 'Vos fichiers n’ont pas suivi\u00a0: joignez-les de nouveau, puis envoyez votre message.'
