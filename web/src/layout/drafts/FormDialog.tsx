import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { SubmittingContext } from '../../ui/fields/Field.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import styles from './FormDialog.module.css'
import { useUnsaved } from './use-unsaved.ts'

interface FormDialogProps {
  title: string
  size?: 's'
  /** Label of the submit button. `pendingLabel` replaces it during the request. */
  verb: string
  pendingLabel?: string
  tone?: 'primary' | 'danger'
  /** Whether closing would lose changes: a confirmation is then asked. */
  isChanged?: boolean
  /** Replaces the built-in confirmation, for a form that has its own, such as a draft. */
  confirmClose?: (close: () => void) => void
  /** Validates before sending. Shows errors beside their fields and returns false. */
  check?: () => boolean
  /** Sends the form, which closes if the promise resolves. */
  onSend: () => Promise<void>
  /** Message of a failure; null if it is shown beside a field. */
  describe: (error: unknown) => string | null
  onClose: () => void
  /** Fields. The function form receives the submit function and whether a request is in progress. */
  children: ReactNode | ((send: () => void, isPending: boolean) => ReactNode)
}

/** Makes fields read-only while their form is being sent: text typed then would not be sent. They keep the focus. */
export function ReadOnlyFields({ isHeld: isReadOnly, children }: { isHeld: boolean; children: ReactNode }) {
  return <SubmittingContext value={isReadOnly}>{children}</SubmittingContext>
}

/** Form in a dialog. Submits once at a time, closes on success, and keeps the typed values on failure. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, verb, pendingLabel, tone = 'primary', isChanged = false, check, onSend, describe, onClose, children } = props
  const form = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const confirmUnsaved = useUnsaved(isChanged)
  const close = () => (props.confirmClose ?? confirmUnsaved)(onClose)

  // A focused field is read with its error.
  const focusRefusedField = () => focusWithin(document.getElementById(form), invalidFieldSelector)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    setFailure(null)
    if (check && !check()) return focusRefusedField()
    setPending(true)
    try {
      await onSend()
      onClose()
    } catch (error) {
      setFailure(describe(error))
      setPending(false)
      focusRefusedField()
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      {...(size && { size })}
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} form={form} variant={tone} verb={verb} pendingLabel={pendingLabel} />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <ReadOnlyFields isHeld={isPending}>{typeof children === 'function' ? children(() => void submit(), isPending) : children}</ReadOnlyFields>
      </form>
    </Dialog>
  )
}
