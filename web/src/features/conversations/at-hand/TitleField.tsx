import type { RecentConversation } from '@parvis/contract'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { titleRefusal } from '../title-rule.ts'
import styles from './AtHand.module.css'
import { changeAtHand } from './use-at-hand.ts'

/** A title written where it stands: Enter keeps it, Escape does not, leaving the field keeps what was changed. */
export function TitleField({ conversation: { id, title }, onEnd }: { conversation: RecentConversation; onEnd: () => void }) {
  const [typed, setTyped] = useState(title)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const failureId = useId()
  const announce = useAnnounce()
  useEffect(() => field.current?.select(), [])

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    if (typed.trim() === title) return onEnd()
    const refused = titleRefusal(typed)
    setFailure(refused)
    if (refused !== null) return
    setPending(true)
    try {
      await changeAtHand(id, { title: typed.trim() })
      announce('Conversation renommée')
      onEnd()
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
          // Not the drawer around it.
          event.stopPropagation()
          onEnd()
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
