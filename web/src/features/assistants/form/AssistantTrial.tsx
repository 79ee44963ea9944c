import { RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Composer } from '../../../chat/composer/Composer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Markdown } from '../../../ui/content/Markdown.tsx'
import styles from './AssistantTrial.module.css'
import type { AssistantForm } from './assistant-form.ts'
import { trialRefusal } from './trial.ts'
import { useTrial } from './use-trial.ts'

interface AssistantTrialProps {
  form: Pick<AssistantForm, 'name' | 'prompt_content' | 'document_category_ids'>
  /** Whether the assistant has files of its owner. */
  hasFiles: boolean
}

/** Asks questions to the assistant that is being written, beside its form. */
export function AssistantTrial({ form, hasFiles }: AssistantTrialProps) {
  const { turns, isWriting, ask, stop, clear } = useTrial()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
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
    ask(form.prompt_content, text)
    setText('')
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
      <Composer
        text={text}
        onChange={setText}
        onSend={send}
        onStop={stop}
        mode={isWriting ? 'writing' : 'ready'}
        label="Votre question d’essai"
        placeholder={form.name.trim() === '' ? 'Une question à l’assistant' : `Une question à ${form.name.trim()}`}
      />
    </section>
  )
}
