import { findTextErrors, personalPromptRules, type PersonalPrompt } from '@parvis/contract'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import styles from './PersonalPrompts.module.css'
import { promptForm, PromptFields, type PromptValues } from './PromptFields.tsx'
import { usePersonalChanges } from './use-personal-prompts.ts'

/** Hint that explains placeholders between brackets. */
export const blanksRule = 'Mettez entre crochets, en minuscules, ce qui change à chaque fois\u00a0: [nom de l’élu].'

interface PersonalPromptDialogProps {
  /** Null for a new prompt. */
  prompt: PersonalPrompt | null
  onClose: () => void
}

const failureOf = (error: unknown): string =>
  isNotFound(error)
    ? 'Ce prompt n’existe plus\u00a0: il a été supprimé dans une autre fenêtre. Copiez ce que vous voulez garder de votre texte.'
    : sentenceOf(error, 'Le prompt n’a pas pu être enregistré. Rien de ce que vous avez écrit n’est perdu.')

/** Dialog to create or edit a personal prompt. What was typed is kept when saving fails. Mounted only while it is open. */
export function PersonalPromptDialog({ prompt, onClose }: PersonalPromptDialogProps) {
  const { create, update } = usePersonalChanges()
  const announce = useAnnounce()
  const form = useForm<PromptValues, PersonalPrompt>({
    ...promptForm('person', prompt),
    check: (values) => findTextErrors(values, personalPromptRules),
    send: (values, expected_updated_at) =>
      prompt ? update.mutateAsync({ id: prompt.id, body: { ...values, expected_updated_at } }) : create.mutateAsync(values),
    onDone() {
      announce(prompt ? 'Prompt mis à jour' : 'Prompt créé')
      onClose()
    },
    describe: failureOf,
  })
  const { draft, noticeProps, failure, dismissFailure, isPending, formProps } = form
  const close = () => draft.confirmClose(onClose)

  return (
    <Dialog isOpen onClose={close} title={prompt ? 'Modifier le prompt' : 'Nouveau prompt'} isBusy={isPending}>
      <form className={styles.form} {...formProps}>
        <FormDraftNotice {...noticeProps} fields={{ name: 'Nom', content: 'Texte' }} />
        <Notice tone="error" sentence={failure} onDismiss={dismissFailure} />
        <PromptFields
          form={form}
          nameHint="Celui que vous chercherez avec la touche «&nbsp;/&nbsp;»."
          contentLabel="Texte"
          contentHint={blanksRule}
          rows={10}
        />
        <DialogActions>
          <FormActions onCancel={close} isPending={isPending} verb={prompt ? 'Enregistrer' : 'Créer le prompt'} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
