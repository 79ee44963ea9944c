import { useEffect, useRef, type ReactNode } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import styles from './Profile.module.css'
import type { ProfileFailure } from './profile-errors.ts'

interface ProfileFormProps {
  children: ReactNode
  isPending: boolean
  /** Result of the last save of this section; a null failure means success. */
  outcome: { failure: ProfileFailure | null } | null
  onDismiss: () => void
  onSubmit: () => void
}

/** Form of one section: its fields, its button and the result of the last save. */
export function ProfileForm({ children, isPending, outcome, onDismiss, onSubmit }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (outcome?.failure) form.current?.querySelector<HTMLElement>(invalidFieldSelector)?.focus()
  }, [outcome])
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {outcome &&
        (outcome.failure ? (
          <Banner tone="error" onDismiss={onDismiss}>
            <p>{outcome.failure.sentence}</p>
            {outcome.failure.reason && <p>{outcome.failure.reason}</p>}
          </Banner>
        ) : (
          <Banner tone="success" onDismiss={onDismiss}>
            Profil mis à jour avec succès
          </Banner>
        ))}
      {children}
      <div>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
      </div>
    </form>
  )
}
