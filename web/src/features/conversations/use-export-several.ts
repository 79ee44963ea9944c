import type { Conversation } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { isAbort, sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { doneSentence, maxExportedConversations, outcomeOf, tooManySentence, type ExportOutcome } from './my-space-words.ts'

type ExportedConversations = readonly Pick<Conversation, 'id' | 'title'>[]

/** Exports the selected conversations to an archive, one export at a time. Leaving the page cancels it. */
export function useExportSeveral() {
  const announce = useAnnounce()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [outcome, setOutcome] = useState<ExportOutcome | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  async function begin(chosen: ExportedConversations) {
    if (running.current !== null) return
    setOutcome(null)
    const total = chosen.length
    if (total > maxExportedConversations) return setOutcome({ sentence: tooManySentence(total), leftOut: [] })
    const controller = new AbortController()
    running.current = controller
    setProgress({ done: 0, total })
    try {
      const { exportSeveral } = await import('../../chat/conversation/export-several.ts')
      const { done, leftOut } = await exportSeveral(chosen, { signal: controller.signal, onProgress: (count) => setProgress({ done: count, total }) })
      if (done > 0) announce(doneSentence(done))
      if (leftOut.length > 0) setOutcome(outcomeOf(done, leftOut))
    } catch (error) {
      if (isAbort(error)) announce('Export annulé')
      else setOutcome({ sentence: `Rien n’a été exporté. ${sentenceOf(error, 'Veuillez réessayer.')}`, leftOut: [] })
    }
    running.current = null
    setProgress(null)
  }
  return { progress, outcome, begin: (chosen: ExportedConversations) => void begin(chosen), stop, dismiss: () => setOutcome(null) }
}
