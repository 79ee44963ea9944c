import { useEffect, useEffectEvent, useRef } from 'react'
import { useDraft } from './composer/use-draft.ts'

/** Asks, once, the question that a conversation begins with; null: none. */
export function useFirstQuestion(asked: string | null, isReady: boolean, ask: (question: string) => void): void {
  const isAsked = useRef(false)
  const [, keepAtHome] = useDraft('home')
  const askOnce = useEffectEvent(() => {
    if (asked === null || isAsked.current) return
    isAsked.current = true
    ask(asked)
    // It was there until now.
    keepAtHome('')
  })
  useEffect(() => {
    if (isReady) askOnce()
  }, [isReady])
}
