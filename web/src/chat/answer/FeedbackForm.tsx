import { feedbackReasons, limits, type FeedbackReason } from '@parvis/contract'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import styles from './FeedbackForm.module.css'
import type { FeedbackDetails } from '../machine/port.ts'

const reasons = Object.entries(feedbackReasons) as [FeedbackReason, string][]

interface FeedbackFormProps {
  /** Resolves to whether the details were saved. If not, the form keeps what was typed. */
  onSend: (details: FeedbackDetails) => Promise<boolean>
  onClose: () => void
}

/** Form of the reasons of negative feedback, which is already saved. Everything is optional; says who will read it (trust case PRV-12). */
export function FeedbackForm({ onSend, onClose }: FeedbackFormProps) {
  const [chosen, setChosen] = useState<readonly FeedbackReason[]>([])
  const [comment, setComment] = useState('')
  const [state, setState] = useState<'ready' | 'sending' | 'failed'>('ready')
  const leave = useUnsaved(comment.trim() !== '')
  const title = useId()
  const form = useRef<HTMLFormElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') leave(onClose)
  })
  useEffect(() => {
    const shown = form.current
    shown?.scrollIntoView({ block: 'nearest' })
    shown?.focus({ preventScroll: true })
    const listen = (event: KeyboardEvent) => onKey(event)
    shown?.addEventListener('keydown', listen)
    return () => shown?.removeEventListener('keydown', listen)
  }, [])
  const isEmpty = chosen.length === 0 && comment.trim() === ''
  const tooLong = comment.length > limits.feedbackComment ? `${limits.feedbackComment}\u00a0caractères au plus` : undefined

  async function send() {
    setState('sending')
    if (!(await onSend({ reasons: [...chosen], comment }))) setState('failed')
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={title}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !tooLong && state !== 'sending') void send()
      }}
    >
      <div id={title} className={styles.title}>
        Qu’est-ce qui n’allait pas&nbsp;? <span>(facultatif)</span>
      </div>
      <div role="group" aria-labelledby={title} className={styles.reasons}>
        {reasons.map(([name, label]) => (
          <Checkbox
            key={name}
            isSelected={chosen.includes(name)}
            onChange={(isSelected) => setChosen(isSelected ? [...chosen, name] : chosen.filter((one) => one !== name))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <TextArea
        label="Précisions"
        hint="Les administrateurs de cette application liront vos raisons et vos précisions, sans votre nom ni la conversation. N’y écrivez rien de personnel."
        rows={2}
        value={comment}
        onChange={setComment}
        error={tooLong}
      />
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          Vos précisions n’ont pas pu être envoyées. Elles sont gardées ici&nbsp;: vous pouvez réessayer.
        </p>
      )}
      <div className={styles.actions}>
        <Button size="s" onPress={() => leave(onClose)}>
          Fermer
        </Button>
        <Button size="s" type="submit" variant="primary" isDisabled={isEmpty || Boolean(tooLong)} isPending={state === 'sending'} pendingLabel="Envoi…">
          Envoyer
        </Button>
      </div>
    </form>
  )
}
