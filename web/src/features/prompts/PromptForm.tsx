import type { Prompt } from '@parvis/contract'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, isStale } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './Prompts.module.css'
import { promptErrorSentence } from './prompt-errors.ts'
import { refusalOf } from './prompt-list.ts'
import { usePromptChanges } from './use-prompts.ts'

interface PromptFormProps {
  /** Null for a new prompt. */
  prompt: Prompt | null
  onCancel: () => void
  onSaved: (prompt: Prompt, isNew: boolean) => void
}

/** Form to create or edit a prompt. What was typed is kept when saving fails. */
export function PromptForm({ prompt, onCancel, onSaved }: PromptFormProps) {
  const draft = useFormDraft(`prompt.${prompt?.id ?? 'new'}`, { name: prompt?.name ?? '', content: prompt?.content ?? '' }, prompt?.updated_at)
  const { values } = draft
  const [failure, setFailure] = useState<{ sentence: string; fields: Record<string, string> } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { save } = usePromptChanges()

  function refuse(sentence: string, fields: Record<string, string>) {
    setFailure({ sentence, fields })
    focusWithin(form.current, invalidFieldSelector)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (save.isPending) return
    const refusal = refusalOf(values)
    if (refusal)
      return refuse(
        refusal,
        Object.fromEntries(
          Object.entries(values)
            .filter(([, value]) => value.trim() === '')
            .map(([name]) => [name, 'Ce champ est obligatoire']),
        ),
      )
    setFailure(null)
    try {
      const id = prompt?.id
      onSaved(await draft.save((expected_updated_at) => save.mutateAsync({ ...values, ...(id !== undefined && { id, expected_updated_at }) })), prompt === null)
    } catch (error) {
      if (isStale(error)) return
      refuse(promptErrorSentence(error, 'save'), error instanceof ApiError ? error.fields : {})
    }
  }

  return (
    <form ref={form} className={styles.detail} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="titre-prompt">
      <h2 id="titre-prompt" className={styles.title}>
        {prompt ? 'Modifier le prompt' : 'Nouveau prompt'}
      </h2>
      <Notice tone="error" sentence={failure?.sentence} onDismiss={() => setFailure(null)} />
      <FormDraftNotice draft={draft} fields={{ name: 'Nom', content: 'Contenu' }} onSaveMine={() => void submit()} isSaving={save.isPending} />
      <TextField
        label="Nom"
        name="name"
        isRequired
        autoFocus
        isReadOnly={save.isPending}
        error={failure?.fields.name}
        value={values.name}
        onChange={(name) => draft.set({ name })}
      />
      <TextArea
        label="Contenu"
        name="content"
        isRequired
        rows={14}
        isReadOnly={save.isPending}
        error={failure?.fields.content}
        hint={`Les consignes données au modèle\u00a0: son rôle, ce qu’il doit faire, ce qu’il doit éviter.`}
        value={values.content}
        onChange={(content) => draft.set({ content })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={save.isPending} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={() => draft.confirmClose(onCancel)} isDisabled={save.isPending}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
