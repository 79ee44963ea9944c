import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusNearby } from '../../ui/overlays/focus-within.ts'
import { formatDateTime } from '../../ui/words/formats.ts'
import { DifferenceKey, TextDifference } from '../../ui/content/TextDifference.tsx'
import styles from './ConflictNotice.module.css'
import type { FormDraft } from './use-form-draft.ts'

export interface FormDraftNoticeProps<Values extends object> {
  draft: FormDraft<Values>
  /** Label of each field, with a formatter for values that are not texts. */
  fields?: { [Name in keyof Values]: string | { label: string; read: (value: Values[Name]) => string } }
  /** Saves the user's version over the one that another person saved. */
  onSaveMine?: () => void
  isSaving?: boolean
}

/** Notice of an edit conflict: author, time, differences, and the choice between the two versions. Nothing is replaced until the choice. */
export function ConflictNotice({ draft, fields = {}, onSaveMine, isSaving = false }: FormDraftNoticeProps<Record<string, unknown>>) {
  const notice = useRef<HTMLElement>(null)
  const { conflict } = draft
  // After each refusal and each choice, because the focused element may have disappeared.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
    notice.current?.focus({ preventScroll: true })
  }, [conflict])
  if (conflict === null) return null
  const sectionProps = { ref: notice, tabIndex: -1, 'aria-label': 'Deux versions à départager' }
  if (conflict.showsTheirs)
    return (
      <section {...sectionProps}>
        <Banner
          tone="info"
          action={
            <Button
              size="s"
              onPress={({ currentTarget }) => {
                focusNearby(currentTarget)
                draft.restoreMine()
              }}
            >
              Revenir à mon texte
            </Button>
          }
        >
          Vous avez sous les yeux la version enregistrée. Votre texte est encore là.
        </Banner>
      </section>
    )
  const { savedVersion, theirs } = conflict
  const authorText = savedVersion.is_own ? 'Vous avez' : savedVersion.by === null ? 'Quelqu’un a' : `${savedVersion.by} a`
  const differing = Object.keys(theirs).filter((name) => theirs[name] !== draft.values[name])
  const read = (name: string, value: unknown) => {
    const field = fields[name]
    return typeof field === 'object' ? field.read(value) : String(value ?? '')
  }
  const labelOf = (name: string) => {
    const field = fields[name]
    return typeof field === 'object' ? field.label : field
  }
  return (
    <section {...sectionProps} className={styles.notice}>
      <Banner tone="warning">
        <p>
          {authorText} enregistré une autre version le {formatDateTime(savedVersion.at)}
          {savedVersion.is_own && ', dans une autre fenêtre'}. Rien n’a été remplacé, et votre texte est gardé.
        </p>
      </Banner>
      {differing.length > 0 && <DifferenceKey added="dans votre texte seulement" removed="dans la version enregistrée seulement" />}
      {differing.map((name) => (
        <div key={name} className={styles.field} role="group" aria-label={labelOf(name)} tabIndex={0}>
          <h3>{labelOf(name)}</h3>
          <TextDifference before={read(name, theirs[name])} after={read(name, draft.values[name])} />
        </div>
      ))}
      <div className={styles.actions}>
        <Button
          onPress={({ currentTarget }) => {
            focusNearby(currentTarget)
            draft.overwriteTheirs()
            onSaveMine?.()
          }}
          isDisabled={isSaving}
        >
          Enregistrer mon texte à sa place
        </Button>
        <Button onPress={draft.showTheirs} isDisabled={isSaving}>
          Reprendre la version enregistrée
        </Button>
      </div>
    </section>
  )
}
