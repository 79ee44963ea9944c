import type { Prompt } from '@parvis/contract'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './Prompts.module.css'
import { promptErrorSentence } from './prompt-errors.ts'
import { findMissing, missingSentence, type PromptValues } from './prompt-list.ts'
import { usePromptChanges } from './use-prompts.ts'

interface PromptFormProps {
  /** Null for a new prompt. */
  prompt: Prompt | null
  onCancel: () => void
  onSaved: (prompt: Prompt, isNew: boolean) => void
}

/** Form to create or edit a prompt. What was typed is kept when saving fails. */
export function PromptForm({ prompt, onCancel, onSaved }: PromptFormProps) {
  const { save } = usePromptChanges()
  const { draft, noticeProps, errors, failure, dismissFailure, isPending, formProps } = useForm<PromptValues, Prompt>({
    name: `prompt.${prompt?.id ?? 'new'}`,
    saved: { name: prompt?.name ?? '', content: prompt?.content ?? '' },
    version: prompt?.updated_at,
    check: findMissing,
    describeErrors: () => missingSentence,
    send: (values, expected_updated_at) => save.mutateAsync({ ...values, ...(prompt && { id: prompt.id, expected_updated_at }) }),
    onDone: (saved) => onSaved(saved, prompt === null),
    describe: (error) => promptErrorSentence(error, 'save'),
  })
  const { values } = draft

  return (
    <form className={styles.detail} {...formProps} aria-labelledby="titre-prompt">
      <h2 id="titre-prompt" className={styles.title}>
        {prompt ? 'Modifier le prompt' : 'Nouveau prompt'}
      </h2>
      <Notice tone="error" sentence={failure} onDismiss={dismissFailure} />
      <FormDraftNotice {...noticeProps} fields={{ name: 'Nom', content: 'Contenu' }} />
      <TextField
        label="Nom"
        name="name"
        isRequired
        autoFocus
        isReadOnly={isPending}
        error={errors.name}
        value={values.name}
        onChange={(name) => draft.set({ name })}
      />
      <TextArea
        label="Contenu"
        name="content"
        isRequired
        rows={14}
        isReadOnly={isPending}
        error={errors.content}
        hint={`Les consignes données au modèle\u00a0: son rôle, ce qu’il doit faire, ce qu’il doit éviter.`}
        value={values.content}
        onChange={(content) => draft.set({ content })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={() => draft.confirmClose(onCancel)} isDisabled={isPending}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
