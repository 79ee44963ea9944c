import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraft } from './composer/use-draft.ts'
import { forgetHandedFiles, handedFiles } from './files/handed-files.ts'

/** First question of a conversation, passed in the history state of the navigation. */
export interface FirstQuestion {
  /** Key of the draft in which the question is saved until it is sent. */
  draftKey: string
  question: string
  /** Number of files sent with it. */
  files?: number
}

/** Reads the files of the first question. A page reload loses them: `isLost` is then true. */
export function useFirstFiles(asked: FirstQuestion | null): { files: readonly File[]; isLost: boolean } {
  const [files] = useState(() => handedFiles({ question: asked?.question ?? '' }))
  return { files, isLost: (asked?.files ?? 0) > files.length }
}

/** Calls `ask` once with the first question, when the conversation is ready, then clears its draft and its files. Does nothing if `asked` is null. */
export function useFirstQuestion(asked: FirstQuestion | null, isReady: boolean, ask: (question: string) => void): void {
  const isAsked = useRef(false)
  const [, setDraft] = useDraft(asked?.draftKey ?? 'home')
  const askOnce = useEffectEvent(() => {
    if (asked === null || isAsked.current) return
    isAsked.current = true
    ask(asked.question)
    // Until now the question stayed in the field of the previous screen, with its files.
    setDraft('')
    forgetHandedFiles()
  })
  useEffect(() => {
    if (isReady) askOnce()
  }, [isReady])
}

/** Notice shown when a page reload has lost the files of the first question. */
export const lostFilesSentence = 'Vos fichiers n’ont pas suivi\u00a0: joignez-les de nouveau, puis envoyez votre message.'
