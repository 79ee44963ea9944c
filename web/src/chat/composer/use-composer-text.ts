import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { useDraft } from './use-draft.ts'

/** The text of the composer: a draft that lasts, and what a refusal gives back. */
export function useComposerText(draftKey: string, returned: ChatState['returned']): [text: string, setText: (text: string) => void] {
  const [text, setText] = useDraft(draftKey)
  const [taken, setTaken] = useState(returned)
  if (returned !== taken) {
    setTaken(returned)
    // What has been written meanwhile is not overwritten, nor is what comes back lost.
    if (returned) setText([text, returned.text].filter(Boolean).join('\n\n'))
  }
  return [text, setText]
}
