import { shareDays } from '@parvis/contract'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { SubjectPicker } from '../../layout/grants/SubjectPicker.tsx'
import styles from './ShareDialog.module.css'
import { ShareEndFields } from './ShareEndFields.tsx'
import type { ShareForm as Form } from './use-share-form.ts'

interface ShareFormProps {
  form: Form
  conversation_id: string
  /** The conversation is already shared: the form creates another share. */
  isOther: boolean
  onClose: () => void
}

const durations = shareDays.map((days) => ({ id: String(days), label: `${days}\u00a0jours` }))

/** Form of a share: with whom, up to which answer, for how long. */
export function ShareForm({ form, conversation_id, isOther, onClose }: ShareFormProps) {
  const { choice, errors, failure, set, isPending, formProps } = form
  return (
    <form className={styles.form} {...formProps}>
      {isOther && <h3>Nouveau partage</h3>}
      {failure && <Banner tone="error">{failure}</Banner>}
      <SubjectPicker
        picker={form.picking}
        chosen={choice.subjects}
        onRemove={({ id }) => set({ subjects: choice.subjects.filter((subject) => subject.id !== id) })}
        error={errors.subjects}
        isDisabled={isPending}
      />
      <div className={styles.choices}>
        <ShareEndFields
          conversation_id={conversation_id}
          value={choice.message_id}
          error={errors.message}
          onChange={(message_id) => set({ message_id })}
          isDisabled={isPending}
        >
          <Select
            label="Pendant"
            options={durations}
            value={String(choice.days)}
            onChange={(days) => set({ days: shareDays.find((one) => String(one) === days) ?? 30 })}
            isDisabled={isPending}
          />
        </ShareEndFields>
      </div>
      <DialogActions>
        <FormActions onCancel={onClose} cancelLabel="Fermer" isPending={isPending} verb="Partager" pendingLabel="Partage…" />
      </DialogActions>
    </form>
  )
}
