import type { Assistant } from '@parvis/contract'
import { useCallback, useState } from 'react'
import { keepDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session/session.tsx'
import { Composer } from '../../chat/composer/Composer.tsx'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/address.ts'
import { useComposerText } from '../../chat/composer/use-composer-text.ts'

/** Begins a conversation from home: what is written there is its first question. A text that was left there is there again. */
export function HomeField() {
  const [text, setText] = useComposerText('home', null)
  const { id: user_id } = useUser()
  const [isSent, setSent] = useState(false)
  function send() {
    // Once: the page that answers is on its way.
    setSent(true)
    setText('')
    navigate(paths.chatbot(), { state: { question: text } })
  }
  // It opens the conversation: what is written already waits in its field.
  const call = useCallback(
    (assistant: Assistant, rest: string) => {
      keepDraft(`${user_id}.assistant.${assistant.id}`, rest.trim())
      setText('')
      navigate(paths.chatbotAssistant({ assistant: assistant.id }))
      return true
    },
    [user_id, setText],
  )
  return (
    <Composer
      text={text}
      onChange={setText}
      onSend={send}
      onStop={() => undefined}
      onAssistant={call}
      mode={isSent ? 'waiting' : 'ready'}
      label="Votre demande"
      placeholder="Que voulez-vous écrire, comprendre ou retrouver ?"
    />
  )
}
