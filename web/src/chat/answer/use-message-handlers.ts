import { useEffect, useMemo, useRef } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { ChatMessage } from '../machine/state.ts'
import type { Chat } from '../machine/effects.ts'
import type { CheckedSend } from '../masking/use-sending-check.tsx'
import type { MessageHandlers } from './MessageActions.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { finishedText } from './answer-words.ts'

/**
 * Creates the actions on messages, as stable functions.
 * @param onRephrase receives the text to put in the field: the person sends it or not
 * @param check stable
 */
export function useMessageHandlers(chat: Chat, exportName: string, onRephrase: (request: string) => void, check: CheckedSend): MessageHandlers {
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
      onEdit: (message, edited) => check(edited, () => chat.edit(message.key, edited)),
      onRegenerate: chat.regenerate,
      onRewrite: chat.rewrite,
      onShowVersion: (message, id) => chat.showVersion(message.key, id),
      onResume: chat.resume,
      conversationId: () => chat.state().conversation?.id ?? null,
      modelOf: (message) => chat.modelOf(message.key),
      onReviewed: (message, reviews) => chat.setReviews(message.key, reviews),
      onExport,
    }),
    [chat, announce, onExport, check],
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

/** Downloads an answer as plain text, where the code of exports could not be downloaded. */
function saveText(message: ChatMessage) {
  saveBlob(new Blob([finishedText(message)], { type: 'text/plain;charset=utf-8' }), 'reponse.txt')
  return { isComplete: false, sentence: 'Le document n’a pas pu être fait\u00a0: un fichier texte de la réponse est téléchargé' }
}

/** Returns a stable function that exports what the screen shows and announces the result. `name`: assistant or category, used in the file name. */
function useExport(chat: Chat, name: string): MessageHandlers['onExport'] {
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
      const exported = async () => {
        const { exportDocument } = await import('../export/export-document.ts')
        return exportDocument({ format, scope, context: { ...baseContext, title: await chat.title() }, message, messages })
      }
      void exported()
        .catch(() => saveText(message))
        .then(({ isComplete, sentence }) => {
          announce(sentence)
          if (!isComplete) chat.notify(`${sentence}. Vous pouvez réessayer.`)
        })
    },
    [chat, announce],
  )
}
