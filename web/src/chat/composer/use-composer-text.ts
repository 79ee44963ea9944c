import { useState, useCallback, useEffect, useRef } from 'react'
import type { ChatState } from '../machine/state.ts'
import { saveDraft, readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/browser.ts'
import { parseUnsent, serialiseUnsent, missingTexts } from './unsent-questions.ts'

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

/** Unsent text of the user, saved in this tab under `name` until it is sent or the user signs out. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { id } = useUser()
  const key = `${id}.${name}`
  const [draft, setDraft] = useState(() => ({ key, text: readDraft(key) }))
  // The name changes when a new conversation gets its id: the text moves to the new name.
  const text = draft.key === key ? draft.text : draft.text || readDraft(key)
  const savedKey = useRef(key)
  useEffect(() => {
    if (savedKey.current !== key) saveDraft(savedKey.current, '')
    savedKey.current = key
    saveDraft(key, text)
  }, [key, text])
  const setText = useCallback((next: string) => setDraft({ key, text: next }), [key])
  return [text, setText]
}
