import { useEffect, useMemo, useRef } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { ChatMessage } from '../chat-state.ts'
import type { Chat } from '../create-chat.ts'
import type { MessageHandlers } from '../Message.tsx'
import { rating } from './rating.ts'
import { useExport } from './use-export.ts'

/** What a person can do with a message; stable functions. @param onRephrase is given what asks for an answer again, to be sent or not */
export function useMessageHandlers(chat: Chat, exportName: string, onRephrase: (request: string) => void): MessageHandlers {
  const announce = useAnnounce()
  const onExport = useExport(chat, exportName)
  const latest = useRef(onRephrase)
  useEffect(() => {
    latest.current = onRephrase
  })
  return useMemo(
    () => ({
      onRate: rating(chat, announce),
      onRephrase: (message) => latest.current(rephraseRequest(questionBefore(chat.state().messages, message))),
      onEdit: (message, edited) => chat.edit(message.key, edited),
      onRegenerate: chat.regenerate,
      onRewrite: chat.rewrite,
      onShowVersion: (message, id) => chat.showVersion(message.key, id),
      onResume: chat.resume,
      modelOf: (message) => chat.modelOf(message.key),
      onExport,
    }),
    [chat, announce, onExport],
  )
}

function questionBefore(messages: readonly ChatMessage[], answer: ChatMessage): string {
  const at = messages.findIndex(({ key }) => key === answer.key)
  return messages.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? ''
}

/** The question again, followed by the request (specification, chapter 2). */
const rephraseRequest = (question: string): string => `${question}${question === '' ? '' : '\n\n'}Pouvez-vous reformuler votre réponse précédente\u00a0?`
