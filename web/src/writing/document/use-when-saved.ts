import { useCallback, useEffect, useRef } from 'react'
import type { DocumentSaveState } from './document-store.ts'

/** Longest wait for a saving, in milliseconds: a request that hangs must not hold back a question. */
const maxWaitMs = 10_000

/** Returns a stable function that resolves once what is typed is saved, or cannot be for now. */
export function useWhenSaved(state: DocumentSaveState): () => Promise<void> {
  const latest = useRef(state)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    latest.current = state
    if (state !== 'saving') for (const resolve of waiting.current.splice(0)) resolve()
  }, [state])
  useEffect(() => {
    const list = waiting
    return () => {
      for (const resolve of list.current.splice(0)) resolve()
    }
  }, [])
  return useCallback(async () => {
    if (latest.current !== 'saving') return
    await new Promise<void>((resolve) => {
      waiting.current.push(resolve)
      setTimeout(resolve, maxWaitMs)
    })
  }, [])
}
