import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, type ComponentProps } from 'react'
import { queryFor } from '../../api/queries.ts'
import { useInstance } from '../../api/use-instance.ts'
import { alertDownloadFailure, onDemand } from '../../ui/on-demand.tsx'
import type { Chat } from '../machine/effects.ts'
import { initialChatState } from '../machine/state.ts'
import type { SendingCheck as SendingCheckType } from './SendingCheck.tsx'

// Loaded on demand: few installations ask before sending.
const SendingCheck = onDemand<ComponentProps<typeof SendingCheckType>>(async () => (await import('./SendingCheck.tsx')).SendingCheck, {
  onMissing({ onCancel }) {
    onCancel()
    alertDownloadFailure('Votre message n’est pas parti, faute de pouvoir être vérifié')
  },
})

/** Chat whose messages are checked: its conversation keeps what the person chooses. */
type CheckedChat = Pick<Chat, 'state' | 'place' | 'send'>

/** Questions that no conversation keeps: what is found can be sent or edited, not masked. */
export const withoutConversation: CheckedChat = { state: () => initialChatState, place: undefined, send: () => false }

/** Sends a text, after asking the person about its personal data if needed. @returns false when nothing was sent, or not yet */
export type CheckedSend = (text: string, send: () => boolean) => boolean

/**
 * Check of messages before they leave, where masking is set to `prevenir`: `send` is called at once elsewhere.
 * @returns `check`; `ask`, which sends the text of the field, then clears it; `dialog`, to render; `isChecking`: a message waits for its check or for the
 * person's decision
 */
export function useSendingCheck(chat: CheckedChat, assistant_id: string | null, setText: (text: string) => void) {
  const instance = useInstance()
  const assistant = useQuery({ ...queryFor(routes.assistants.get, { params: { id: assistant_id! } }), enabled: assistant_id !== null })
  const [waiting, setWaiting] = useState<{ text: string; send: () => boolean } | null>(null)
  // A setting that is not known yet may ask too: the check says whether it does.
  const isUnknown = instance === undefined || (assistant_id !== null && assistant.isPending)
  const isNeeded = isUnknown || instance.masking.mode === 'prevenir' || assistant.data?.masking === 'prevenir'
  const check = useCallback<CheckedSend>(
    (text, send) => {
      if (!isNeeded) return send()
      setWaiting({ text, send })
      return false
    },
    [isNeeded],
  )
  const dialog = waiting && (
    <SendingCheck
      chat={chat}
      assistantId={assistant_id}
      text={waiting.text}
      onSend={() => {
        setWaiting(null)
        waiting.send()
      }}
      onCancel={() => setWaiting(null)}
    />
  )
  const ask = useCallback((question: string) => void check(question, () => chat.send(question) && (setText(''), true)), [chat, check, setText])
  return { check, ask, isChecking: waiting !== null, dialog }
}
