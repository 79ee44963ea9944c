import { shareDays, type GivenShare } from '@parvis/contract'
import { useRef, type FormEvent } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { SubjectPicker } from '../../layout/grants/SubjectPicker.tsx'
import styles from './ShareDialog.module.css'
import { ShareEndFields } from './ShareEndFields.tsx'
import type { ShareForm as Form } from './use-share-form.ts'

interface ShareFormProps {
  form: Form
  conversation_id: string
  /** The conversation is already shared: the form creates another share. */
  isOther: boolean
  onShared: (share: GivenShare) => void
  onClose: () => void
}

const durations = shareDays.map((days) => ({ id: String(days), label: `${days}\u00a0jours` }))

/** Form of a share: with whom, up to which answer, for how long. */
export function ShareForm({ form, conversation_id, isOther, onShared, onClose }: ShareFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const announce = useAnnounce()
  const { choice, refusal, set, isSaving } = form
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const share = await form.share()
    if (share === null) return focusWithin(element.current, invalidFieldSelector)
    announce('Conversation partagée')
    onShared(share)
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isOther && <h3>Nouveau partage</h3>}
      {refusal.sentence && <Banner tone="error">{refusal.sentence}</Banner>}
      <SubjectPicker
        picking={form.picking}
        chosen={choice.subjects}
        onRemove={({ id }) => set({ subjects: choice.subjects.filter((one) => one.id !== id) })}
        error={refusal.subjects}
        isDisabled={isSaving}
      />
      <div className={styles.choices}>
        <ShareEndFields
          conversation_id={conversation_id}
          value={choice.message_id}
          error={refusal.message}
          onChange={(message_id) => set({ message_id })}
          isDisabled={isSaving}
        >
          <Select
            label="Pendant"
            options={durations}
            value={String(choice.days)}
            onChange={(days) => set({ days: shareDays.find((one) => String(one) === days) ?? 30 })}
            isDisabled={isSaving}
          />
        </ShareEndFields>
      </div>
      <DialogActions>
        <FormActions onCancel={onClose} cancelLabel="Fermer" isPending={isSaving} verb="Partager" pendingLabel="Partage…" />
      </DialogActions>
    </form>
  )
}
