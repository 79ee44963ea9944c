import type { ReactNode } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { SubmittingContext } from '../../ui/fields/Field.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import styles from './FormDialog.module.css'
import type { Submission } from './use-submission.ts'
import { useUnsaved } from './use-unsaved.ts'

interface FormDialogProps {
  title: string
  size?: 's'
  /** Label of the submit button. `pendingLabel` replaces it during the request. */
  verb: string
  pendingLabel?: string
  tone?: 'primary' | 'danger'
  form: Pick<Submission, 'failure' | 'isPending' | 'formProps'>
  /** Whether closing would lose changes: a confirmation is then asked. */
  isChanged?: boolean
  /** Replaces the built-in confirmation, for a form that has its own, such as a draft. */
  confirmClose?: (close: () => void) => void
  onClose: () => void
  autoComplete?: 'off'
  /** Fields. */
  children: ReactNode
}

/** Makes fields read-only while their form is being sent: text typed then would not be sent. They keep the focus. */
export function ReadOnlyFields({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  return <SubmittingContext value={isReadOnly}>{children}</SubmittingContext>
}

/** Form in a dialog. The caller closes it once the form is saved; the typed values stay on failure. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, verb, pendingLabel, tone = 'primary', form, isChanged = false, onClose, autoComplete, children } = props
  const { failure, isPending, formProps } = form
  const confirmUnsaved = useUnsaved(isChanged)
  const close = () => (props.confirmClose ?? confirmUnsaved)(onClose)
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      {...(size && { size })}
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} form={formProps.id} variant={tone} verb={verb} pendingLabel={pendingLabel} />}
    >
      <form className={styles.form} autoComplete={autoComplete} {...formProps}>
        {failure && <Banner tone="error">{failure}</Banner>}
        <ReadOnlyFields isReadOnly={isPending}>{children}</ReadOnlyFields>
      </form>
    </Dialog>
  )
}
