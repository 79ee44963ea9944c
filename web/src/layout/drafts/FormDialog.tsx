import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { HeldContext } from '../../ui/fields/Field.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, refusedField } from '../../ui/overlays/focus-within.ts'
import styles from './FormDialog.module.css'
import { useUnsaved } from './use-unsaved.ts'

interface FormDialogProps {
  title: string
  size?: 's'
  /** What the button does, and what it says meanwhile. */
  verb: string
  pendingLabel?: string
  tone?: 'primary' | 'danger'
  /** Something would be lost by closing: one is asked first. */
  isChanged?: boolean
  /** Closes it where the form asks by itself, as a draft does. */
  leave?: (close: () => void) => void
  /** Whether it can be sent; what is missing is said beside its field. */
  check?: () => boolean
  /** Does it; it then closes. */
  onSend: () => Promise<void>
  /** The sentence of a failure; null where it is said beside a field. */
  describe: (error: unknown) => string | null
  onClose: () => void
  /** Given what sends it, and whether it is being sent. */
  children: ReactNode | ((send: () => void, isPending: boolean) => ReactNode)
}

/** The fields of a form that is being sent keep the focus and take no letter: what is typed meanwhile would be in no answer. */
export function HeldFields({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  return <HeldContext value={isHeld}>{children}</HeldContext>
}

/** A form in a dialog: sent once, closed when it is done, and kept as it was typed when it is refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, verb, pendingLabel, tone = 'primary', isChanged = false, check, onSend, describe, onClose, children } = props
  const form = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const leaveUnsaved = useUnsaved(isChanged)
  const close = () => (props.leave ?? leaveUnsaved)(onClose)

  // What is said beside a field is read with it.
  const toRefused = () => focusWithin(document.getElementById(form), refusedField)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    setFailure(null)
    if (check && !check()) return toRefused()
    setPending(true)
    try {
      await onSend()
      onClose()
    } catch (error) {
      setFailure(describe(error))
      setPending(false)
      toRefused()
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
        <HeldFields isHeld={isPending}>{typeof children === 'function' ? children(() => void submit(), isPending) : children}</HeldFields>
      </form>
    </Dialog>
  )
}
