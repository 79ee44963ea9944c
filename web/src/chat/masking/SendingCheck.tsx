import { routes, type FoundData } from '@parvis/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/browser.ts'
import { isAbort, sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import type { Chat } from '../machine/effects.ts'
import styles from './Masking.module.css'
import { byKind, kindTitle, withMask } from './masking-words.ts'

interface SendingCheckProps {
  chat: Pick<Chat, 'state' | 'place'>
  assistantId: string | null
  text: string
  onSend: () => void
  onCancel: () => void
}

/** Looks for personal data in a message before it leaves. Sends it at once where there is none; otherwise asks the person. */
export function SendingCheck({ chat, assistantId, text, onSend, onCancel }: SendingCheckProps) {
  const [found, setFound] = useState<readonly FoundData[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const decide = useEffectEvent((result: { mode: string; found: FoundData[] }) => {
    if (result.mode !== 'prevenir' || result.found.length === 0) onSend()
    else setFound(result.found)
  })
  useEffect(() => {
    const unmounted = new AbortController()
    const conversation = chat.state().conversation
    const body = { text, conversation_id: conversation?.id ?? null, ...(conversation === null && { assistant_id: assistantId }) }
    call(routes.masking.preview, { body, signal: unmounted.signal }).then(
      (result) => void (unmounted.signal.aborted || decide(result)),
      (error: unknown) => void (isAbort(error) || unmounted.signal.aborted || setFailure(sentenceOf(error, 'Veuillez réessayer.'))),
    )
    return () => unmounted.abort()
  }, [chat, assistantId, text, attempt])

  if (found !== null) return <FoundDialog chat={chat} found={found} onSend={onSend} onCancel={onCancel} />
  if (failure !== null)
    return (
      <Dialog
        isOpen
        onClose={onCancel}
        role="alertdialog"
        title="Envoyer ce message sans le vérifier ?"
        actions={
          <>
            <Button autoFocus onPress={onCancel}>
              Modifier
            </Button>
            <Button onPress={onSend}>Envoyer sans vérifier</Button>
            <Button
              variant="primary"
              onPress={() => {
                setFailure(null)
                setAttempt(attempt + 1)
              }}
            >
              Réessayer
            </Button>
          </>
        }
      >
        <p>Les données personnelles de votre message n’ont pas pu être cherchées. Il n’est pas parti, et reste dans son champ.</p>
        <p>{failure}</p>
      </Dialog>
    )
  return (
    <p className={styles.checking} role="status">
      Vérification de votre message avant l’envoi… <TextButton onPress={onCancel}>Annuler</TextButton>
    </p>
  )
}

/** Question about the personal data found in a message: send it as it is, mask them, or go back to the message. */
function FoundDialog({ chat, found, onSend, onCancel }: Pick<SendingCheckProps, 'chat' | 'onSend' | 'onCancel'> & { found: readonly FoundData[] }) {
  const [isLastTime, setLastTime] = useState(false)
  const [pending, setPending] = useState<'keep' | 'add' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const values = [...new Set(found.map(({ value }) => value))]
  const canSave = chat.state().conversation !== null || chat.place !== undefined
  async function saveAndSend(list: 'keep' | 'add') {
    setPending(list)
    setFailure(null)
    try {
      await saveChoice(chat, list, values)
      onSend()
    } catch (error) {
      setPending(null)
      setFailure(`Votre message n’est pas parti. ${sentenceOf(error, 'Veuillez réessayer.')}`)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      isBusy={pending !== null}
      role="alertdialog"
      title={values.length === 1 ? 'Envoyer cette donnée personnelle au modèle ?' : 'Envoyer ces données personnelles au modèle ?'}
      actions={
        <>
          <Button autoFocus onPress={onCancel} isDisabled={pending !== null}>
            Modifier
          </Button>
          <Button onPress={() => (isLastTime ? void saveAndSend('keep') : onSend())} isDisabled={pending === 'add'} isPending={pending === 'keep'}>
            Envoyer tel quel
          </Button>
          {canSave && (
            <Button variant="primary" onPress={() => void saveAndSend('add')} isDisabled={pending === 'keep'} isPending={pending === 'add'}>
              Masquer et envoyer
            </Button>
          )}
        </>
      }
    >
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <p>{`Votre message contient ${plural(values.length, 'donnée reconnue', 'données reconnues')}. Il n’est pas parti.`}</p>
      {/* Scrolls by itself, so that the question and its answers stay in view; with the keyboard too. */}
      <div role="region" tabIndex={0} aria-label="Données reconnues" className={styles.found}>
        <dl>
          {byKind(found).map(({ kind, data }) => (
            <div key={kind}>
              <dt>{kindTitle(kind)}</dt>
              {[...new Set(data.map(({ value }) => value))].map((value) => (
                <dd key={value}>{value}</dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
      {canSave && (
        <>
          <p className={styles.quiet}>
            Masquées, elles sont remplacées par des étiquettes pour le modèle dans la suite de cette conversation, et la réponse vous revient avec les vraies
            valeurs.
          </p>
          <Checkbox isSelected={isLastTime} onChange={setLastTime}>
            Si je les envoie telles quelles, ne plus me le demander dans cette conversation
          </Checkbox>
        </>
      )}
    </Dialog>
  )
}

/** Adds values to a list of the conversation, which is created first if needed. @throws {ApiError} */
async function saveChoice(chat: SendingCheckProps['chat'], list: 'keep' | 'add', values: readonly string[]): Promise<void> {
  if (chat.state().conversation === null) await chat.place!()
  const params = { id: chat.state().conversation!.id }
  const { keep, add } = await call(routes.masking.get, { params })
  const body = list === 'add' ? withMask({ keep, add }, values) : { keep: [...new Set([...keep, ...values])] }
  await call(routes.masking.update, { params, body })
}
