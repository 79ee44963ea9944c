import { useEffect, useMemo, useRef } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { Chat } from '../machine/effects.ts'
import { exportDocument } from '../export/export-document.ts'
import type { MessageHandlers } from './MessageActions.tsx'

/** Returns a stable function that exports what the screen shows and announces the result. `name`: assistant or category, used in the file name. */
export function useExport(chat: Chat, name: string): MessageHandlers['onExport'] {
  const announce = useAnnounce()
  const latest = useRef(name)
  useEffect(() => {
    latest.current = name
  })
  return useMemo(
    () => (message, format, scope) => {
      // Read before the asynchronous title: the export is of the screen as it was at the click.
      const { conversation, messages } = chat.state()
      const baseContext = {
        name: latest.current,
        project: conversation?.project_name ?? null,
        begun: conversation?.created_at ?? null,
        changes: conversation?.changes ?? [],
        date: new Date().toISOString(),
      }
      const exported = async () => exportDocument({ format, scope, context: { ...baseContext, title: await chat.title() }, message, messages })
      void exported().then(({ isComplete, sentence }) => {
        announce(sentence)
        if (!isComplete) chat.notify(`${sentence}. Vous pouvez réessayer.`)
      })
    },
    [chat, announce],
  )
}
