import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { missingTexts, parseUnsent, serialiseUnsent } from './unsent-questions.ts'
import { useDraft } from './use-draft.ts'

/**
 * Text of the composer: the saved draft. Adds to it the text of a refused message, and the questions that had not reached the server when the page closed
 * or reloaded.
 * @param chat null on pages that are not a chat
 */
export function useComposerText(draftKey: string, chat: ChatState | null): [text: string, setText: (text: string) => void] {
  const [text, setText] = useDraft(draftKey)
  const [savedUnsent, setSavedUnsent] = useDraft(`${draftKey}.envoi`)
  const [lastReturned, setLastReturned] = useState(chat?.returned)
  const unsent = chat ? serialiseUnsent(chat, savedUnsent) : savedUnsent
  if (unsent !== savedUnsent) setSavedUnsent(unsent)
  const isReturned = chat !== null && chat.returned !== lastReturned
  if (isReturned) setLastReturned(chat.returned)
  // Returned texts are added after what has been written meanwhile.
  const returnedTexts = isReturned ? [chat.returned?.text ?? ''] : chat && unsent !== savedUnsent ? missingTexts(parseUnsent(savedUnsent), chat) : []
  if (returnedTexts.some(Boolean)) setText([text, ...returnedTexts].filter(Boolean).join('\n\n'))
  return [text, setText]
}
