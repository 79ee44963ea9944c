import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './CategoriesPage.module.css'
import { describeRefusal, nameRequired, noRefusal } from './category-messages.ts'

interface CategoryFormDialogProps {
  title: string
  submitLabel: string
  name: string
  /** Something of it was changed. */
  isChanged: boolean
  onName: (name: string) => void
  nameHint?: string
  /** Saves; a rejection is told beside its field. */
  onSave: () => Promise<void>
  onClose: () => void
  /** The other fields, given the refusal of the display name. */
  children: (refusedDisplayName: string | null) => ReactNode
}

/** The form of a category. Nothing typed is lost by a refusal. */
export function CategoryFormDialog({ title, submitLabel, name, isChanged, onName, nameHint, onSave, onClose, children }: CategoryFormDialogProps) {
  const form = useId()
  const leave = useUnsaved(isChanged)
  const close = () => leave(onClose)
  const [refusal, setRefusal] = useState<ReturnType<typeof describeRefusal>>(noRefusal)
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (name.trim() === '') return setRefusal(nameRequired)
    setPending(true)
    setRefusal(noRefusal)
    try {
      await onSave()
      onClose()
    } catch (error) {
      setRefusal(describeRefusal(error, 'La catégorie n’a pas pu être enregistrée. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.'))
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      isBusy={isPending}
      actions={
        <>
          <Button onPress={close} isDisabled={isPending}>
            Annuler
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {refusal.sentence && <Banner tone="error">{refusal.sentence}</Banner>}
        <TextField label="Nom" hint={nameHint} value={name} onChange={onName} error={refusal.name} maxLength={80} isRequired autoFocus />
        {children(refusal.display_name)}
      </form>
    </Dialog>
  )
}
