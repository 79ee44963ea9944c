import type { Conversation } from '@parvis/contract'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { changeConversation } from './change-conversation.ts'
import { titleRefusal } from './title-rule.ts'
import styles from './TitleField.module.css'

interface TitleFieldProps {
  conversation: Pick<Conversation, 'id' | 'title'>
  /** @param changed the conversation returned by the server; null if nothing changed */
  onEnd: (changed: Conversation | null) => void
}

/** Field that edits a title in its place. Enter or leaving the field saves, Escape cancels. */
export function TitleField({ conversation: { id, title }, onEnd }: TitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const failureId = useId()
  const announce = useAnnounce()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    if (typed.trim() === title) return onEnd(null)
    const refused = titleRefusal(typed)
    setFailure(refused)
    if (refused !== null) return
    setPending(true)
    try {
      const changed = await changeConversation(id, { title: typed.trim() })
      announce('Conversation renommée')
      onEnd(changed)
    } catch (error) {
      setFailure(`Le titre n’a pas pu être enregistré. ${sentenceOf(error, 'Veuillez réessayer.')}`)
      setPending(false)
    }
  }
  return (
    <form className={styles.rename} noValidate onSubmit={(event) => void save(event)}>
      <input
        ref={field}
        aria-label="Titre de la conversation"
        aria-invalid={failure !== null || undefined}
        aria-describedby={failure === null ? undefined : failureId}
        value={typed}
        readOnly={isPending}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape must not also close the surrounding drawer.
          event.stopPropagation()
          onEnd(null)
        }}
        onBlur={() => void save()}
      />
      {failure && (
        <p id={failureId} role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </form>
  )
}
