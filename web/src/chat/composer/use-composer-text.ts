import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { giveBack, keptQuestions, questionsOnTheirWay } from './on-their-way.ts'
import { useDraft } from './use-draft.ts'

/**
 * Text of the composer: the saved draft. Adds to it the text of a refused message, and the questions that had not reached the server when the page closed
 * or reloaded.
 * @param chat null on pages that are not a chat
 */
export function useComposerText(draftKey: string, chat: ChatState | null): [text: string, setText: (text: string) => void] {
  const [text, setText] = useDraft(draftKey)
  const [sent, setSent] = useDraft(`${draftKey}.envoi`)
  const [taken, setTaken] = useState(chat?.returned)
  const onTheirWay = chat ? questionsOnTheirWay(chat, sent) : sent
  if (onTheirWay !== sent) setSent(onTheirWay)
  const isReturned = chat !== null && chat.returned !== taken
  if (isReturned) setTaken(chat.returned)
  // Returned texts are added after what has been written meanwhile.
  const back = isReturned ? [chat.returned?.text ?? ''] : chat && onTheirWay !== sent ? giveBack(keptQuestions(sent), chat) : []
  if (back.some(Boolean)) setText([text, ...back].filter(Boolean).join('\n\n'))
  return [text, setText]
}
