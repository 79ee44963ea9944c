import { useEffect, useMemo, useRef } from 'react'
import type { ChatMessage } from '../../chat/chat-state.ts'
import { rephraseRequest } from '../../chat/ChatScreen.tsx'
import type { Chat } from '../../chat/create-chat.ts'
import { exportAnswer } from '../../chat/export/export-answer.ts'
import type { MessageDeeds } from '../../chat/Message.tsx'
import { useAnnounce } from '../../ui/StatusRegion.tsx'

/** What can be done with a message here: no opinion is asked for, since the server does not know these messages as replies. */
export function useDeeds(chat: Chat, exportName: string, onRephrase: (question: string) => void): MessageDeeds {
  const announce = useAnnounce()
  const latest = useRef({ exportName, onRephrase })
  useEffect(() => {
    latest.current = { exportName, onRephrase }
  })
  return useMemo<MessageDeeds>(
    () => ({
      onRate: () => undefined,
      onRephrase: (message) => latest.current.onRephrase(rephraseRequest(questionBefore(chat.state().messages, message)).replaceAll('\n\n', ' ')),
      onEdit: (message, edited) => void chat.edit(message.key, edited),
      onRegenerate: chat.regenerate,
      onResume: chat.resume,
      onExport: (message) =>
        void exportAnswer({ name: latest.current.exportName, text: message.content, date: new Date().toISOString() }).then((kind) =>
          announce(kind === 'doc' ? 'Document Word téléchargé' : 'Le document Word n’a pas pu être fait\u00a0: un fichier texte est téléchargé'),
        ),
    }),
    [chat, announce],
  )
}

function questionBefore(messages: readonly ChatMessage[], answer: ChatMessage): string {
  const at = messages.findIndex(({ key }) => key === answer.key)
  return messages.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? ''
}
