import { routes, type Assistant } from '@parvis/contract'
import { X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '../../api/browser.ts'
import { isPassing, sentenceOf } from '../../api/transport/api-error.ts'
import { Composer } from '../../chat/composer/Composer.tsx'
import { useComposerText } from '../../chat/composer/use-composer-text.ts'
import { callAssistant } from '../../chat/context/call-assistant.ts'
import { paths } from '../../paths.ts'
import { currentPlace, navigate } from '../../router/address.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './HomeField.module.css'

/**
 * Begins a conversation from home: what is written there is its first question, for the assistant that « @ » called, or for none. Sent
 * without a word, the assistant opens the conversation itself. A text that was left there is there again.
 */
export function HomeField() {
  const [text, setText] = useComposerText('home', null)
  const [called, setCalled] = useState<Assistant | null>(null)
  const [isSent, setSent] = useState(false)
  const announce = useAnnounce()
  const [refusal, setRefusal] = useState<string | null>(null)
  async function send() {
    // Once: the page that answers is on its way.
    setSent(true)
    setRefusal(null)
    try {
      // Whoever was called may have gone meanwhile: the text stays here.
      if (called !== null) await call(routes.assistants.get, { params: { id: called.id } })
    } catch (error) {
      setSent(false)
      if (isPassing(error)) return setRefusal(sentenceOf(error, 'Veuillez réessayer.'))
      setCalled(null)
      return setRefusal(`«\u00a0${called!.name}\u00a0» n’est plus disponible. Votre texte est gardé\u00a0: appelez un autre assistant, ou envoyez-le sans.`)
    }
    // Whoever has gone to another page before the answer is not led away from it: their text is still here.
    if (currentPlace().pathname !== paths.home) return setSent(false)
    // The text stays here until it is asked: the page that asks it may fail to open.
    const state = text.trim() === '' ? null : { question: text }
    if (called === null) return navigate(paths.chatbot(), { state })
    await callAssistant(called, () => {
      navigate(paths.chatbotAssistant({ assistant: called.id }), { state })
      return true
    })
  }
  // The person writes on: nothing is opened before they send.
  const take = useCallback(
    (assistant: Assistant) => {
      setRefusal(null)
      setCalled(assistant)
      announce(`${assistant.name} répondra`)
      // Counted as used once it is asked.
      return false
    },
    [announce],
  )
  const give = () => {
    setCalled(null)
    setRefusal(null)
  }
  return (
    <>
      <Composer
        text={text}
        onChange={setText}
        onSend={() => void send()}
        onStop={() => undefined}
        onAssistant={take}
        chips={called === null ? undefined : <Called assistant={called} onRemove={give} />}
        canBeBlank={called !== null}
        mode={isSent ? 'waiting' : 'ready'}
        label="Votre demande"
        placeholder="Que voulez-vous écrire, comprendre ou retrouver ?"
      />
      {refusal !== null && (
        <div className={styles.refusal}>
          <ErrorMessage>{refusal}</ErrorMessage>
        </div>
      )}
    </>
  )
}

function Called({ assistant, onRemove }: { assistant: Assistant; onRemove: () => void }) {
  return (
    <span className={styles.called}>
      <Icon name={assistant.icon} size={16} />
      <span className={styles.name}>{assistant.name}</span>
      <IconButton
        icon={X}
        size="s"
        label={`Ne pas appeler ${assistant.name}`}
        onPress={({ currentTarget }) => {
          // The button goes away with the focus that it has.
          currentTarget.closest('form')?.querySelector('textarea')?.focus()
          onRemove()
        }}
      />
    </span>
  )
}
