import { useEffect, useEffectEvent, useRef } from 'react'

/** Asks, once, the question that a conversation begins with; null: none. */
export function useFirstQuestion(asked: string | null, isReady: boolean, ask: (question: string) => void): void {
  const isAsked = useRef(false)
  const askOnce = useEffectEvent(() => {
    if (asked === null || isAsked.current) return
    isAsked.current = true
    ask(asked)
  })
  useEffect(() => {
    if (isReady) askOnce()
  }, [isReady])
}
