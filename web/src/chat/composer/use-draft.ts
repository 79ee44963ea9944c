import { useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session/session.tsx'

/** An unsent text of this person, kept in this tab under a name until it is sent or the person signs out. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { id } = useUser()
  const key = `${id}.${name}`
  const [draft, setDraft] = useState(() => ({ key, text: readDraft(key) }))
  // The conversation got its name after the first letters: what is written follows it.
  const text = draft.key === key ? draft.text : draft.text || readDraft(key)
  const keptUnder = useRef(key)
  useEffect(() => {
    if (keptUnder.current !== key) keepDraft(keptUnder.current, '')
    keptUnder.current = key
    keepDraft(key, text)
  }, [key, text])
  const setText = useCallback((next: string) => setDraft({ key, text: next }), [key])
  return [text, setText]
}
