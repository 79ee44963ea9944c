import type { PersonalPrompt } from '@parvis/contract'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, isNotFound, isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import styles from './PersonalPrompts.module.css'
import { blanksRule, checkPrompt, fieldNames, newPrompt, valuesOf, type PromptErrors } from './prompt-form.ts'
import { usePromptChanges } from './use-personal-prompts.ts'

interface PromptFormDialogProps {
  /** Null for a new prompt. */
  prompt: PersonalPrompt | null
  onClose: () => void
}

const failureOf = (error: unknown): string =>
  isNotFound(error)
    ? 'Ce prompt n’existe plus\u00a0: il a été supprimé dans une autre fenêtre. Copiez ce que vous voulez garder de votre texte.'
    : sentenceOf(error, 'Le prompt n’a pas pu être enregistré. Rien de ce que vous avez écrit n’est perdu.')

/** Dialog to create or edit a personal prompt. What was typed is kept when saving fails. Mounted only while it is open. */
export function PromptFormDialog({ prompt, onClose }: PromptFormDialogProps) {
  const draft = useFormDraft(`personal-prompt.${prompt?.id ?? 'new'}`, prompt ? valuesOf(prompt) : newPrompt, prompt?.updated_at)
  const { values } = draft
  const close = () => draft.confirmClose(onClose)
  const [errors, setErrors] = useState<PromptErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { create, update } = usePromptChanges()
  const announce = useAnnounce()
  const isSaving = create.isPending || update.isPending

  function refuse(refused: PromptErrors) {
    setErrors(refused)
    if (Object.keys(refused).length > 0) focusWithin(form.current, invalidFieldSelector)
  }
  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (isSaving) return
    setFailure(null)
    const refused = checkPrompt(values)
    refuse(refused)
    if (Object.keys(refused).length > 0) return
    try {
      await draft.save((expected_updated_at) =>
        prompt ? update.mutateAsync({ id: prompt.id, body: { ...values, expected_updated_at } }) : create.mutateAsync(values),
      )
      announce(prompt ? 'Prompt mis à jour' : 'Prompt créé')
      onClose()
    } catch (error) {
      if (isStale(error)) return
      setFailure(failureOf(error))
      refuse(error instanceof ApiError ? error.fields : {})
    }
  }

  return (
    <Dialog isOpen onClose={close} title={prompt ? 'Modifier le prompt' : 'Nouveau prompt'} isBusy={isSaving}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <FormDraftNotice draft={draft} fields={fieldNames} onSaveMine={() => void save()} isSaving={isSaving} />
        <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
        <TextField
          label="Nom"
          name="name"
          isRequired
          autoFocus
          isReadOnly={isSaving}
          hint="Celui que vous chercherez avec la touche «&nbsp;/&nbsp;»."
          value={values.name}
          error={errors.name}
          onChange={(name) => draft.set({ name })}
        />
        <TextArea
          label="Texte"
          name="content"
          isRequired
          rows={10}
          isReadOnly={isSaving}
          hint={blanksRule}
          value={values.content}
          error={errors.content}
          onChange={(content) => draft.set({ content })}
        />
        <DialogActions>
          <FormActions onCancel={close} isPending={isSaving} verb={prompt ? 'Enregistrer' : 'Créer le prompt'} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
