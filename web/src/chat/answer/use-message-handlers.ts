import { useEffect, useMemo, useRef } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { ChatMessage } from '../machine/state.ts'
import type { Chat } from '../machine/effects.ts'
import type { MessageHandlers } from './MessageActions.tsx'
import { useExport } from './use-export.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'

/**
 * Creates the actions on messages, as stable functions.
 * @param onRephrase receives the text to put in the field: the person sends it or not
 */
export function useMessageHandlers(chat: Chat, exportName: string, onRephrase: (request: string) => void): MessageHandlers {
  const announce = useAnnounce()
  const onExport = useExport(chat, exportName)
  const latest = useRef(onRephrase)
  useEffect(() => {
    latest.current = onRephrase
  })
  return useMemo(
    () => ({
      onRate: createRateHandler(chat, announce),
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

/** Repeats the question, followed by the request to rephrase (specification, chapter 2). */
const rephraseRequest = (question: string): string => `${question}${question === '' ? '' : '\n\n'}Pouvez-vous reformuler votre réponse précédente\u00a0?`

/** Creates the feedback handler of a chat screen: saves the feedback, then announces it. */
function createRateHandler(chat: Chat, announce: (text: string) => void): MessageHandlers['onRate'] {
  return (message, newRating, details) =>
    chat.rate(message.key, newRating, details).then(
      () => {
        announce(newRating === null ? 'Votre avis est retiré' : 'Votre avis est enregistré')
        return true
      },
      (error: unknown) => {
        // The details form shows its own failure.
        if (details === undefined) chat.notify(`Votre avis n’a pas pu être enregistré. ${sentenceOf(error, 'Veuillez réessayer.')}`)
        return false
      },
    )
}
