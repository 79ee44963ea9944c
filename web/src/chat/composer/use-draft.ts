import { useCallback, useEffect, useRef, useState } from 'react'
import { saveDraft, readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session/session.tsx'

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
