import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { giveBack, keptQuestions, questionsOnTheirWay } from './on-their-way.ts'
import { useDraft } from './use-draft.ts'

/**
 * The text of the composer: a draft that lasts, what a refusal gives back, and the questions that had not reached the server when the page went
 * away (no network, a reload while one was being sent).
 * @param chat null where nothing is asked in place
 */
export function useComposerText(draftKey: string, chat: ChatState | null): [text: string, setText: (text: string) => void] {
  const [text, setText] = useDraft(draftKey)
  const [sent, setSent] = useDraft(`${draftKey}.envoi`)
  const [taken, setTaken] = useState(chat?.returned)
  const onTheirWay = chat ? questionsOnTheirWay(chat, sent) : sent
  if (onTheirWay !== sent) setSent(onTheirWay)
  const isReturned = chat !== null && chat.returned !== taken
  if (isReturned) setTaken(chat.returned)
  // What has been written meanwhile is not overwritten, nor is what comes back lost.
  const back = isReturned ? [chat.returned?.text ?? ''] : chat && onTheirWay !== sent ? giveBack(keptQuestions(sent), chat) : []
  if (back.some(Boolean)) setText([text, ...back].filter(Boolean).join('\n\n'))
  return [text, setText]
}
