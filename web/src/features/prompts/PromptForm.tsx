import type { Prompt } from '@parvis/contract'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { promptErrorSentence } from './prompt-errors.ts'
import { findMissing, missingSentence } from './library.ts'
import { promptForm, PromptFields, type PromptValues } from './PromptFields.tsx'
import styles from './Prompts.module.css'
import { useLibraryChanges } from './use-library.ts'

interface PromptFormProps {
  /** Null for a new prompt. */
  prompt: Prompt | null
  onCancel: () => void
  onSaved: (prompt: Prompt, isNew: boolean) => void
}

/** Form to create or edit a library prompt. What was typed is kept when saving fails. */
export function PromptForm({ prompt, onCancel, onSaved }: PromptFormProps) {
  const { save } = useLibraryChanges()
  const form = useForm<PromptValues, Prompt>({
    ...promptForm('library', prompt),
    check: findMissing,
    describeErrors: () => missingSentence,
    send: (values, expected_updated_at) => save.mutateAsync({ ...values, ...(prompt && { id: prompt.id, expected_updated_at }) }),
    onDone: (savedPrompt) => onSaved(savedPrompt, prompt === null),
    describe: (error) => promptErrorSentence(error, 'save'),
  })
  const { draft, noticeProps, failure, isPending, formProps } = form
  function dismiss() {
    form.dismissFailure()
    form.clearErrors()
  }

  return (
    <form className={styles.detail} {...formProps} aria-labelledby="titre-prompt">
      <h2 id="titre-prompt" className={styles.title}>
        {prompt ? 'Modifier le prompt' : 'Nouveau prompt'}
      </h2>
      <Notice tone="error" sentence={failure} onDismiss={dismiss} />
      <FormDraftNotice {...noticeProps} fields={{ name: 'Nom', content: 'Contenu' }} />
      <PromptFields
        form={form}
        contentLabel="Contenu"
        contentHint={`Les consignes données au modèle\u00a0: son rôle, ce qu’il doit faire, ce qu’il doit éviter.`}
        rows={14}
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
