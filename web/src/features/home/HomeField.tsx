import { useState } from 'react'
import { Composer } from '../../chat/composer/Composer.tsx'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/address.ts'
import { useComposerText } from '../../chat/composer/use-composer-text.ts'

/** Begins a conversation from home: what is written there is its first question. A text that was left there is there again. */
export function HomeField() {
  const [text, setText] = useComposerText('home', null)
  const [isSent, setSent] = useState(false)
  function send() {
    // Once: the page that answers is on its way.
    setSent(true)
    setText('')
    navigate(paths.chatbot(), { state: { question: text } })
  }
  return (
    <Composer
      text={text}
      onChange={setText}
      onSend={send}
      onStop={() => undefined}
      mode={isSent ? 'waiting' : 'ready'}
      label="Votre demande"
      placeholder="Que voulez-vous écrire, comprendre ou retrouver ?"
    />
  )
}
