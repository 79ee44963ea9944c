import { findTextErrors, personalPromptRules, type PersonalPrompt } from '@parvis/contract'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import styles from './PersonalPrompts.module.css'
import { blanksRule, fieldNames, newPrompt, valuesOf, type PersonalPromptValues } from './prompt-form.ts'
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
  const { create, update } = usePromptChanges()
  const announce = useAnnounce()
  const { draft, noticeProps, errors, failure, dismissFailure, isPending, formProps } = useForm<PersonalPromptValues, PersonalPrompt>({
    name: `personal-prompt.${prompt?.id ?? 'new'}`,
    saved: prompt ? valuesOf(prompt) : newPrompt,
    version: prompt?.updated_at,
    check: (values) => findTextErrors(values, personalPromptRules),
    send: (values, expected_updated_at) =>
      prompt ? update.mutateAsync({ id: prompt.id, body: { ...values, expected_updated_at } }) : create.mutateAsync(values),
    onDone() {
      announce(prompt ? 'Prompt mis à jour' : 'Prompt créé')
      onClose()
    },
    describe: failureOf,
  })
  const { values } = draft
  const close = () => draft.confirmClose(onClose)

  return (
    <Dialog isOpen onClose={close} title={prompt ? 'Modifier le prompt' : 'Nouveau prompt'} isBusy={isPending}>
      <form className={styles.form} {...formProps}>
        <FormDraftNotice {...noticeProps} fields={fieldNames} />
        <Notice tone="error" sentence={failure} onDismiss={dismissFailure} />
        <TextField
          label="Nom"
          name="name"
          isRequired
          autoFocus
          isReadOnly={isPending}
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
          isReadOnly={isPending}
          hint={blanksRule}
          value={values.content}
          error={errors.content}
          onChange={(content) => draft.set({ content })}
        />
        <DialogActions>
          <FormActions onCancel={close} isPending={isPending} verb={prompt ? 'Enregistrer' : 'Créer le prompt'} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
