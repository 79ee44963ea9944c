import { useEffect, useMemo, useRef } from 'react'
import type { ChatMessage } from '../../../chat/chat-state.ts'
import { rephraseRequest } from '../../../chat/ChatScreen.tsx'
import type { Chat } from '../../../chat/create-chat.ts'
import type { MessageHandlers } from '../../../chat/Message.tsx'
import { rating } from '../../../chat/answer/rating.ts'
import { useExport } from '../../../chat/answer/use-export.ts'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'

/** What can be done with a message here. */
export function useHandlers(chat: Chat, exportName: string, onRephrase: (question: string) => void): MessageHandlers {
  const announce = useAnnounce()
  const onExport = useExport(chat, exportName)
  const latest = useRef(onRephrase)
  useEffect(() => {
    latest.current = onRephrase
  })
  return useMemo<MessageHandlers>(
    () => ({
      onRate: rating(chat, announce),
      onRephrase: (message) => latest.current(rephraseRequest(questionBefore(chat.state().messages, message)).replaceAll('\n\n', ' ')),
      onEdit: (message, edited) => chat.edit(message.key, edited),
      onRegenerate: chat.regenerate,
      onRewrite: chat.rewrite,
      onShowVersion: (message, id) => chat.showVersion(message.key, id),
      onResume: chat.resume,
      onExport,
    }),
    [chat, announce, onExport],
  )
}

function questionBefore(messages: readonly ChatMessage[], answer: ChatMessage): string {
  const at = messages.findIndex(({ key }) => key === answer.key)
  return messages.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? ''
}
