import { RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Composer } from '../../../chat/composer/Composer.tsx'
import { useSendingCheck, withoutConversation } from '../../../chat/masking/use-sending-check.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Markdown } from '../../../ui/content/Markdown.tsx'
import styles from './AssistantTrial.module.css'
import type { AssistantForm } from './assistant-form.ts'
import { trialRefusal, trialHistory, withEvent, type TrialTurn } from './trial.ts'
import { routes } from '@parvis/contract'
import { open } from '../../../api/browser.ts'
import { isAbort, sentenceOf } from '../../../api/transport/api-error.ts'
import { pauseUntilOnline, readReply } from '../../../api/transport/stream.ts'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'

interface AssistantTrialProps {
  form: Pick<AssistantForm, 'name' | 'prompt_content' | 'document_category_ids' | 'min_level' | 'model_id'>
  /** Whether the assistant has files of its owner. */
  hasFiles: boolean
}

/** Asks questions to the assistant that is being written, beside its form. */
export function AssistantTrial({ form, hasFiles }: AssistantTrialProps) {
  const { turns, isWriting, ask, stop, clear } = useTrial()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { check, isChecking, dialog } = useSendingCheck(withoutConversation, null, setText)
  const thread = useRef<HTMLDivElement>(null)
  const title = useId()
  useEffect(() => {
    // Recent browsers return a promise from it, which React would call as a cleanup.
    thread.current?.scrollTo({ top: thread.current.scrollHeight })
  }, [turns])

  function send() {
    const refused = trialRefusal(form.prompt_content)
    setRefusal(refused)
    if (refused !== null) return
    check(text, () => {
      ask(form, text)
      setText('')
      return true
    })
  }
  return (
    <section className={styles.trial} aria-labelledby={title}>
      <div className={styles.head}>
        <h3 id={title}>Essayer</h3>
        {turns.length > 0 && (
          <Button size="s" variant="quiet" icon={<RotateCcw aria-hidden />} isDisabled={isWriting} onPress={clear}>
            Recommencer
          </Button>
        )}
      </div>
      <div ref={thread} className={styles.thread} tabIndex={0} role="region" aria-label="Réponses de l’essai">
        {turns.length === 0 && (
          <p className={styles.quiet}>
            Posez une question&nbsp;: la réponse suit les instructions du formulaire, même non enregistrées. Rien n’est gardé de l’essai.
            {(form.document_category_ids.length > 0 || hasFiles) && ' Les documents de l’assistant ne sont pas interrogés ici.'}
          </p>
        )}
        {turns.map((turn, at) => (
          <div key={at} className={styles.turn}>
            <p className={styles.question}>{turn.question}</p>
            {turn.answer !== '' && <Markdown text={turn.answer} isStreaming={turn.isWriting} headingLevel={4} />}
            {turn.isWriting && turn.answer === '' && <p className={styles.quiet}>L’assistant rédige…</p>}
            {turn.failure !== null && (
              <p role="alert" className={styles.failure}>
                {turn.failure}
              </p>
            )}
          </div>
        ))}
      </div>
      {refusal !== null && (
        <p role="alert" className={styles.failure}>
          {refusal}
        </p>
      )}
      {dialog}
      <Composer
        text={text}
        onChange={setText}
        onSend={send}
        onStop={stop}
        mode={isWriting ? 'writing' : isChecking ? 'waiting' : 'ready'}
        label="Votre question d’essai"
        placeholder={form.name.trim() === '' ? 'Une question à l’assistant' : `Une question à ${form.name.trim()}`}
      />
    </section>
  )
}

/** Fields of the form that a trial depends on. */
type TriedForm = Pick<AssistantForm, 'prompt_content' | 'min_level' | 'model_id'>

/** Questions asked to instructions that are being written. No conversation is stored; closing the form deletes them. */
function useTrial() {
  const announce = useAnnounce()
  const [turns, setTurns] = useState<readonly TrialTurn[]>([])
  const running = useRef<AbortController | null>(null)
  // The server stops a reply whose reader has disconnected.
  useEffect(() => () => running.current?.abort(), [])
  const changeLast = (change: (turn: TrialTurn) => TrialTurn) =>
    setTurns((former) => former.map((turn, at) => (at === former.length - 1 ? change(turn) : turn)))

  async function ask({ prompt_content, min_level, model_id }: TriedForm, question: string) {
    if (running.current !== null) return
    const controller = new AbortController()
    running.current = controller
    setTurns([...turns, { question: question.trim(), answer: '', isWriting: true, failure: null }])
    announce('L’assistant rédige…')
    const failLastTurn = (failure: string) => changeLast((turn) => ({ ...turn, isWriting: false, failure }))
    try {
      const body = { messageHistory: trialHistory(prompt_content, turns, question), min_level, model_id }
      const events = readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body }, { signal: controller.signal })
      for await (const event of events) changeLast((turn) => withEvent(turn, event))
      announce('Réponse terminée')
    } catch (error) {
      failLastTurn(isAbort(error) ? 'Réponse arrêtée.' : sentenceOf(error, 'L’essai n’a pas pu être fait. Veuillez réessayer.'))
    }
    running.current = null
  }
  return {
    turns,
    isWriting: turns.at(-1)?.isWriting ?? false,
    ask: (form: TriedForm, question: string) => void ask(form, question),
    stop: () => running.current?.abort(),
    clear: () => setTurns([]),
  }
}
